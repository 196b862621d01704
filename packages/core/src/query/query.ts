import type { Api } from '../schema/api.ts';
import type { FieldName, IncludePath, TypeName } from '../schema/infer.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import type { FilterName, SortName } from './query-names.ts';
import type { QueryParameters } from './query-parameters.ts';

/** Field names by resource type. A type that is not named shows all its fields. */
export type Fieldsets<A extends Api> = { readonly [Type in TypeName<A>]?: readonly FieldName<A, Type>[] };

/** One key of an ordering. */
export interface SortField<Field extends string = string> {
  /**
   * An attribute, or one of a related resource as `author.name`: to-one relationships and last the attribute, with dots
   * between them. No name has a dot, so `field.split('.')` gives the steps. A resource without the related one stands
   * where null stands.
   */
  readonly field: Field;
  readonly descending: boolean;
}

/** How a filter compares: `eq` holds when any of the values is equal. */
export type FilterOperator = 'eq' | 'lt' | 'le' | 'gt' | 'ge';

/** One condition; all conditions of a query have to hold. */
export interface FilterTerm<Field extends string = string> {
  /**
   * An attribute, a relationship, or a field of related resources as `author.name`: relationships and last the field that
   * is compared, with dots between them. No name has a dot, so `field.split('.')` gives the steps. Such a condition holds
   * when it holds for any of the resources that the relationships lead to, so never when there are none.
   */
  readonly field: Field;
  readonly operator: FilterOperator;
  /** Values as the attribute's schema gives them, or ids of related resources. At least one. */
  readonly values: readonly unknown[];
}

/** What declared query parameters were sent with; those that were not sent are absent. */
export type ParameterValues<Parameters extends QueryParameters> = {
  readonly [Name in keyof Parameters]?: Parameters[Name] extends StandardSchema<infer _Input, infer Output>
    ? Output
    : never;
};

/**
 * The query parameters of a request, checked against an API.
 *
 * @see https://jsonapi.org/format/1.1/#query-parameters
 */
export interface Query<
  A extends Api,
  Type extends TypeName<A> = TypeName<A>,
  Parameters extends QueryParameters = Record<never, never>,
> {
  /** Relationship paths; absent when the request has no `include`, empty when it asks for none. */
  readonly include: readonly IncludePath<A, Type>[] | undefined;
  readonly fields: Fieldsets<A>;
  readonly sort: readonly SortField<SortName<A, Type>>[];
  readonly filter: readonly FilterTerm<FilterName<A, Type>>[];
  /** The `page` family as it was sent, by the name in its brackets: it belongs to the pagination strategy. */
  readonly page: ReadonlyMap<string, string>;
  /** The implementation-specific parameters that were declared, as their schemas give them. */
  readonly parameters: ParameterValues<Parameters>;
  /** The parameters of extensions in force as they were sent, by full name: they belong to the extension. */
  readonly extensionParameters: ReadonlyMap<string, string>;
}
