import type { Api } from '../schema/api.ts';
import type { AttributesOf, FieldName, IncludePath, NamesWith, RelationshipsOf, TypeName } from '../schema/infer.ts';

/** Field names by resource type. A type that is not named shows all its fields. */
export type Fieldsets<A extends Api> = { readonly [Type in TypeName<A>]?: readonly FieldName<A, Type>[] };

/** One key of an ordering. */
export interface SortField<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

/** How a filter compares: `eq` holds when any of the values is equal. */
export type FilterOperator = 'eq' | 'lt' | 'le' | 'gt' | 'ge';

/** One condition; all conditions of a query have to hold. */
export interface FilterTerm<Field extends string = string> {
  readonly field: Field;
  readonly operator: FilterOperator;
  /** Values as the attribute's schema gives them, or ids of related resources. At least one. */
  readonly values: readonly unknown[];
}

/** The names that `sort` may use on a type. */
export type SortName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? NamesWith<AttributesOf<A, Type>, 'sort', false>
  : never;

/** The names that `filter` may use on a type. */
export type FilterName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? NamesWith<AttributesOf<A, Type>, 'filter', false> | NamesWith<RelationshipsOf<A, Type>, 'filter', false>
  : never;

/**
 * The query parameters of a request, checked against an API.
 *
 * @see https://jsonapi.org/format/1.1/#query-parameters
 */
export interface Query<A extends Api, Type extends TypeName<A> = TypeName<A>> {
  /** Relationship paths; absent when the request has no `include`, empty when it asks for none. */
  readonly include: readonly IncludePath<A, Type>[] | undefined;
  readonly fields: Fieldsets<A>;
  readonly sort: readonly SortField<SortName<A, Type>>[];
  readonly filter: readonly FilterTerm<FilterName<A, Type>>[];
  /** The `page` family as it was sent, by the name in its brackets: it belongs to the pagination strategy. */
  readonly page: ReadonlyMap<string, string>;
}
