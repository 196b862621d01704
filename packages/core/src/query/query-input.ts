import type { Api } from '../schema/api.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import type { IncludePath, TypeName } from '../schema/infer.ts';
import type { ConditionOrGroup, Fieldsets, SortField } from './query.ts';
import type { FilterName, SortName } from './query-names.ts';

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
