import type { Api, TypeName } from '@linkage/core';
import type { DataSource, SourceRecord, Sources } from './data-source.ts';

/** The fields of a record whose values do not have the type of the field. */
type WrongField<Expected, Returned> = {
  [Name in keyof Returned]: Name extends keyof Expected
    ? Returned[Name] extends Expected[Name]
      ? never
      : Name
    : never;
}[keyof Returned] &
  string;

/** A sentence about the record that a method returns, or never if the record fits. */
type RecordProblem<Expected, Method extends string, Returned> = [Returned] extends [Expected]
  ? never
  : Returned extends { readonly id: unknown }
    ? `"${Method}" returns a record whose "${WrongField<Expected, Returned>}" does not have the type of the field`
    : `"${Method}" must return records with an "id"`;

/** The result of a method, without the promise. */
type Result<Method> = Method extends (...given: never) => infer Returned ? Awaited<Returned> : never;

/** A sentence about the result of a method, or never if the compiler compares the method itself. */
type MethodProblem<Expected, Name, Method> = Name extends 'find'
  ? Result<Method> extends readonly (infer Returned)[]
    ? RecordProblem<Expected, 'find', Returned>
    : '"find" must return an array of records'
  : Name extends 'list'
    ? Result<Method> extends { readonly records: readonly (infer Returned)[] }
      ? RecordProblem<Expected, 'list', Returned>
      : '"list" must return an object with "records", an array'
    : never;

type CheckMethod<A extends Api, Type extends TypeName<A>, Context, Name, Method> = [
  MethodProblem<SourceRecord<A, Type>, Name, Method>,
] extends [never]
  ? Name extends keyof DataSource
    ? DataSource<A, Type, Context>[Name]
    : unknown
  : MethodProblem<SourceRecord<A, Type>, Name, Method>;

/** A source that does not fit: a sentence in place of each method that returns something else than records of the type. */
type CheckSource<A extends Api, Type extends TypeName<A>, Context, Given> = [keyof Given & keyof DataSource] extends [
  never,
]
  ? DataSource<A, Type, Context>
  : { readonly [Name in keyof Given]: CheckMethod<A, Type, Context, Name, Given[Name]> };

/** Sources of which one or more do not fit. */
type CheckSources<A extends Api, Context, Given> = {
  readonly [Type in keyof Given]: Type extends TypeName<A>
    ? Given[Type] extends DataSource<A, Type, Context> | undefined
      ? DataSource<A, Type, Context> | undefined
      : CheckSource<A, Type, Context, Given[Type]>
    : never;
};

/**
 * The sources of an API. If the given sources do not fit, the type of a wrong method is a sentence that names the cause:
 * otherwise, the compiler prints two functions, and their difference after many lines.
 */
export type FittingSources<A extends Api, Context, Given> = [Given] extends [Sources<A, Context>]
  ? Sources<A, Context>
  : // Never taken: the compiler infers the given sources from this branch.
    [Given] extends [never]
    ? Given
    : [keyof Given & TypeName<A>] extends [never]
      ? Sources<A, Context>
      : CheckSources<A, Context, Given>;
