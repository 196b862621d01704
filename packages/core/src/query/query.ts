import type { Api } from '../schema/api.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import type { FieldName, IncludePath, TypeName } from '../schema/infer.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import type { FilterName, SortName } from './query-names.ts';
import type { QueryParameters } from './query-parameters.ts';

/** Field names by resource type. A type without an entry has all its fields. */
export type Fieldsets<A extends Api> = { readonly [Type in TypeName<A>]?: readonly FieldName<A, Type>[] };

/** One field of a sort order. */
export interface SortField<Field extends string = string> {
  /**
   * `id`, an attribute, or such a field of a related resource, such as `author.name`: to-one relationships and then the
   * field, separated by dots. Names do not contain dots, so `field.split('.')` returns the steps. A resource
   * without the related resource has the position of null.
   */
  readonly field: Field;
  readonly descending: boolean;
}

/** One condition on a field. */
export interface FilterTerm<Field extends string = string> {
  /**
   * `id`, an attribute, a relationship, or a field of related resources such as `author.name`: relationships and then
   * the field, separated by dots. Names do not contain dots, so `field.split('.')` returns the steps. The last field can be a member of an
   * object, such as `data.city`. A condition on a
   * path matches if any of the related resources matches, so it never matches without related resources.
   */
  readonly field: Field;
  readonly operator: FilterOperator;
  /**
   * Values as the attribute's schema returns them, or ids of related resources. At least one. For a relationship, null
   * means that it is empty.
   */
  readonly values: readonly unknown[];
}

/** Conditions that must all match, of which any must match, or of which one must not match. */
export type ConditionGroup<Term> =
  | { readonly and: readonly ConditionOrGroup<Term>[] }
  | { readonly or: readonly ConditionOrGroup<Term>[] }
  | { readonly not: ConditionOrGroup<Term> };

/** A condition on a field, or a group of conditions. */
export type ConditionOrGroup<Term> = Term | ConditionGroup<Term>;

/** One condition of a filter: a condition on a field, or a group. All conditions of a query must match. */
export type FilterCondition<Field extends string = string> = ConditionOrGroup<FilterTerm<Field>>;

/** The values of declared query parameters. A parameter that the request does not contain is absent. */
export type ParameterValues<Parameters extends QueryParameters> = {
  readonly [Name in keyof Parameters as Name extends `${infer Base}[*]`
    ? `${Base}[${string}]`
    : Name]?: Parameters[Name] extends StandardSchema<infer _Input, infer Output> ? Output : never;
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
  /** Relationship paths. Absent if the request does not have `include`; empty if it requests no included resources. */
  readonly include: readonly IncludePath<A, Type>[] | undefined;
  readonly fields: Fieldsets<A>;
  readonly sort: readonly SortField<SortName<A, Type>>[];
  /** Conditions that must all match. */
  readonly filter: readonly FilterCondition<FilterName<A, Type>>[];
  /** The unparsed `page` family, by the name in brackets. The pagination strategy parses it. */
  readonly page: ReadonlyMap<string, string>;
  /** The values of declared implementation-specific parameters, as their schemas return them. */
  readonly parameters: ParameterValues<Parameters>;
  /** The unparsed parameters of applied extensions, by full name. The extension parses them. */
  readonly extensionParameters: ReadonlyMap<string, string>;
}

/** The input of `formatQuery`. A result of `parseQuery` is valid input. All members are optional. */
export interface QueryInput<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths. An empty array requests no included resources. */
  readonly include?: readonly IncludePath<A, Type>[] | undefined;
  readonly fields?: Fieldsets<A> | undefined;
  /** Fields in order, as `'-createdAt'` or as `{ field: 'createdAt', descending: true }`. */
  readonly sort?: readonly (SortName<A, Type> | `-${SortName<A, Type>}` | SortField<SortName<A, Type>>)[] | undefined;
  /** Conditions and groups that must all match. Without an operator, the field must equal one of the values. */
  readonly filter?: readonly ConditionOrGroup<FilterInput<FilterName<A, Type>>>[] | undefined;
  /** The `page` family by the name in brackets: `{ size: 10, total: true }`. */
  readonly page?:
    | ReadonlyMap<string, string>
    | Readonly<Record<string, string | number | bigint | boolean>>
    | undefined;
  /** Implementation-specific parameters by full name. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters of extensions by full name. */
  readonly extensionParameters?: ReadonlyMap<string, string> | undefined;
}

/** One condition of a filter on a field. */
export interface FilterInput<Field extends string = string> {
  readonly field: Field;
  /** Default: `eq`. */
  readonly operator?: FilterOperator;
  /** One or more values for `eq`, `ne`, and `iEq`; two for `between`; one for other operators. */
  readonly values: readonly unknown[];
}
