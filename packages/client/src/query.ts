import type { Api, ConditionOrGroup, FilterInput, QueryInput, TypeName } from '@linkage/core';
import type { FieldFilter } from './field-filter.ts';
import type { FieldsetNames, IsUntyped, LinkKind, LinkTarget, PathName } from './names.ts';

/** A query of a read of at most one resource. */
export interface ResourceQuery<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths. */
  readonly include?: readonly PathName<A, Type>[] | undefined;
  readonly fields?: FieldsetNames<A> | undefined;
  /** Implementation-specific parameters by full name. */
  readonly parameters?: QueryInput<A, Type>['parameters'];
  /** Parameters of extensions by full name. */
  readonly extensionParameters?: QueryInput<A, Type>['extensionParameters'];
}

/** A query of a read of a collection. */
export interface CollectionQuery<A extends Api, Type extends TypeName<A>> extends ResourceQuery<A, Type> {
  /** Fields in order. A hyphen before a name means descending order. */
  readonly sort?: IsUntyped<A> extends true ? readonly string[] : QueryInput<A, Type>['sort'];
  /**
   * Conditions and groups that must all match. Without an operator, the field must equal one of the values. `between` has two values, and
   * the other operators besides `eq`, `ne`, and `iEq` have one.
   */
  readonly filter?: IsUntyped<A> extends true
    ? readonly ConditionOrGroup<FilterInput>[]
    : readonly ConditionOrGroup<FieldFilter<A, Type>>[] | undefined;
  /** The `page` family by the name in brackets: `{ size: 10 }`. */
  readonly page?: QueryInput<A, Type>['page'];
}

/** A query of a relationship: of a collection if it is to-many. */
export type RelatedQuery<A extends Api, Type extends TypeName<A>, Name extends string> =
  LinkKind<A, Type, Name> extends 'to-one'
    ? ResourceQuery<A, LinkTarget<A, Type, Name>>
    : CollectionQuery<A, LinkTarget<A, Type, Name>>;

/** Lets the compiler report members that a query cannot have. */
export type Known<Given, Query> = {
  readonly [Name in Exclude<keyof Given, keyof Query>]: `"${Name & string}" is not a member of this query.`;
};

/** The fieldsets of a query. */
export type FieldsOf<Query> = Query extends { readonly fields: infer Fields } ? Fields : Record<never, never>;
