import type { Api, ConditionOrGroup, FilterInput, QueryInput, TypeName } from '@linkage/core';
import type { PageQuery, ParameterQuery } from './added-names.ts';
import type { FilterPart } from './field-filter.ts';
import type { FieldsetNames, IsUntyped, LinkKind, LinkTarget, PathName } from './names.ts';

/** A query of a read of at most one resource. */
export interface GetQuery<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths. */
  readonly include?: readonly PathName<A, Type>[] | undefined;
  readonly fields?: FieldsetNames<A> | undefined;
  /** Implementation-specific parameters by full name. */
  readonly parameters?: ParameterQuery<A> | undefined;
  /** Parameters of extensions by full name. */
  readonly extensionParameters?: QueryInput<A, Type>['extensionParameters'];
}

/** A query of a read of a collection. */
export interface ListQuery<A extends Api, Type extends TypeName<A>> extends GetQuery<A, Type> {
  /** Fields in order. A hyphen before a name means descending order. */
  readonly sort?: IsUntyped<A> extends true ? readonly string[] : QueryInput<A, Type>['sort'];
  /**
   * Conditions and groups that must all match. Without an operator, the field must equal one of the values. `between` has two values, and
   * the other operators besides `eq`, `ne`, and `iEq` have one.
   */
  readonly filter?: IsUntyped<A> extends true
    ? readonly ConditionOrGroup<FilterInput>[]
    : readonly FilterPart<A, Type, string>[] | undefined;
  /** The `page` family by the name in brackets: `{ size: 10 }`. */
  readonly page?: PageQuery<A, Type>;
}

/** A query of a collection of several types: sorted by one of its fields, and filtered by those that all types have. */
export interface MixedQuery<A extends Api, Type extends TypeName<A>, Sort extends string, Filter extends string>
  extends GetQuery<A, Type>,
    Pick<ListQuery<A, Type>, 'page'> {
  readonly sort?: readonly [Sort | `-${Sort}`] | undefined;
  readonly filter?: readonly FilterPart<A, Type, Filter | 'id'>[] | undefined;
}

/** A query of a relationship: of a collection if it is to-many. */
export type RelatedReadQuery<A extends Api, Type extends TypeName<A>, Name extends string> =
  LinkKind<A, Type, Name> extends 'to-one'
    ? GetQuery<A, LinkTarget<A, Type, Name>>
    : ListQuery<A, LinkTarget<A, Type, Name>>;

/** The names of an object. A map, which has a member `size`, has none. */
type KeyOf<Value> = Value extends ReadonlyMap<string, string> ? never : keyof Value;

/** A sentence about the names that a member cannot have. */
type UnknownName<Given, Expected> =
  Given extends ReadonlyMap<string, string>
    ? unknown
    : [Exclude<keyof Given & string, KeyOf<Expected>>] extends [never]
      ? unknown
      : `Unknown name "${Exclude<keyof Given, KeyOf<Expected>> & string}"`;

/** Lets the compiler report members that a query cannot have, and names in its members. */
export type Known<Given, Query> = {
  readonly [Name in Exclude<keyof Given, keyof Query>]: `"${Name & string}" is not a member of this query.`;
} & {
  readonly [Name in keyof Given & keyof Query & ('fields' | 'page' | 'parameters')]?: UnknownName<
    Given[Name],
    Query[Name]
  >;
};

/** The fieldsets of a query. */
export type FieldsOf<Query> = Query extends { readonly fields: infer Fields } ? Fields : Record<never, never>;
