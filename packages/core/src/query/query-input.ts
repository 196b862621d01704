import type { Api } from '../schema/api.ts';
import type { IncludePath, TypeName } from '../schema/infer.ts';
import type { Fieldsets, FilterOperator, SortField } from './query.ts';
import type { FilterName, SortName } from './query-names.ts';

/** A sentence for the compiler to say where no name will do. As a part of a union it is in no one's way elsewhere. */
type WhyNone<Name, Option extends 'sort' | 'filter'> = [Name] extends [never]
  ? `No field of this type has ${Option}: true`
  : never;

/** What a query asks for. What `parseQuery` gives is one, and everything may be left out. */
export interface QueryInput<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths; an empty list asks for no included resources. */
  readonly include?: readonly IncludePath<A, Type>[] | undefined;
  readonly fields?: Fieldsets<A> | undefined;
  /** Fields in order, as `'-createdAt'` or as `{ field: 'createdAt', descending: true }`. */
  readonly sort?:
    | readonly (
        | SortName<A, Type>
        | `-${SortName<A, Type>}`
        | SortField<SortName<A, Type>>
        | WhyNone<SortName<A, Type>, 'sort'>
      )[]
    | undefined;
  /** Conditions that all have to hold. Without an operator, the field has to equal one of the values. */
  readonly filter?: readonly FilterInput<FilterName<A, Type> | WhyNone<FilterName<A, Type>, 'filter'>>[] | undefined;
  /** The `page` family by the name in its brackets: `{ size: 10 }`. */
  readonly page?: ReadonlyMap<string, string> | Readonly<Record<string, string | number | bigint>> | undefined;
  /** Implementation-specific parameters by full name. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters of extensions by full name. */
  readonly extensionParameters?: ReadonlyMap<string, string> | undefined;
}

/** One condition of a filter. */
export interface FilterInput<Field extends string = string> {
  readonly field: Field;
  /** Default `eq`. */
  readonly operator?: FilterOperator;
  /** One value or more for `eq`, exactly one for the others. */
  readonly values: readonly unknown[];
}
