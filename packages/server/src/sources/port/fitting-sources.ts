import type { Api, QueryParameters, TypeName } from '@linkage/core';
import type { DataSource, ReadsContext, SourceRecord, Sources } from './data-source.ts';

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
    ? `Wrong type of "${WrongField<Expected, Returned>}"`
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
      : 'list must return { records }'
    : never;

type CheckMethod<A extends Api, Type extends TypeName<A>, Context, Parameters extends QueryParameters, Name, Method> = [
  MethodProblem<SourceRecord<A, Type>, Name, Method>,
] extends [never]
  ? Name extends keyof DataSource
    ? DataSource<A, Type, Context, Parameters>[Name]
    : unknown
  : MethodProblem<SourceRecord<A, Type>, Name, Method>;

/** A source that does not fit: a sentence in place of each method that returns something else than records of the type. */
type CheckSource<A extends Api, Type extends TypeName<A>, Context, Parameters extends QueryParameters, Given> = [
  keyof Given & keyof DataSource,
] extends [never]
  ? DataSource<A, Type, Context, Parameters>
  : { readonly [Name in keyof Given]: CheckMethod<A, Type, Context, Parameters, Name, Given[Name]> };

/** The types for which no source is given. */
type WithoutSource<A extends Api, Given> = {
  [Type in TypeName<A>]: Type extends keyof Given ? (undefined extends Given[Type] ? Type : never) : Type;
}[TypeName<A>];

/** The context that a source declares. */
type DeclaredContext<Source> = Source extends { readonly readsContext?: ReadsContext<infer Declared> | undefined }
  ? Declared
  : unknown;

/**
 * The types whose sources read another context than the server has. While the compiler does not know the context yet, there are none, so
 * `createServer` itself reports that the option `context` is missing.
 */
type WithOtherContext<A extends Api, Context, Given> = unknown extends Context
  ? never
  : {
      [Type in keyof Given & TypeName<A>]: Context extends DeclaredContext<Given[Type]> ? never : Type;
    }[keyof Given & TypeName<A>];

/**
 * A sentence for each of these types. The compiler prints it in the first line of its error, before the sources that are given. The type of
 * the source itself types the parameters of its methods.
 */
type Sentences<Types extends string, Sentence, A extends Api, Context, Parameters extends QueryParameters> = {
  readonly [Type in Types]: Sentence | DataSource<A, Type & TypeName<A>, Context, Parameters>;
};

type Missing = 'This type needs a source, or {} if it has no URLs';
type OtherContext = 'This source reads another context than the option `context` returns';
type SourceProblems<
  Without extends string,
  WithOther extends string,
  A extends Api,
  Context,
  Parameters extends QueryParameters,
> = [Without] extends [never]
  ? [WithOther] extends [never]
    ? unknown
    : { readonly [Type in WithOther]: OtherContext }
  : Sentences<Without, Missing, A, Context, Parameters>;

/** Sources of which one or more do not fit. */
type CheckSources<A extends Api, Context, Parameters extends QueryParameters, Given> = {
  readonly [Type in keyof Given & TypeName<A>]: Given[Type] extends DataSource<A, Type, Context, Parameters>
    ? DataSource<A, Type, Context, Parameters>
    : CheckSource<A, Type, Context, Parameters, Given[Type]>;
};

/**
 * The sources of an API. If the given sources do not fit, the type of a wrong method is a sentence that names the cause:
 * otherwise, the compiler prints two functions, and their difference after many lines.
 */
export type FittingSources<A extends Api, Context, Given, Parameters extends QueryParameters = QueryParameters> = [
  Given,
] extends [Sources<A, Context, Parameters>]
  ? SourceProblems<never, WithOtherContext<A, Context, Given>, A, Context, Parameters> & Sources<A, Context, Parameters>
  : // Never taken: the compiler infers the given sources from this branch.
    [Given] extends [never]
    ? Given
    : [keyof Given & TypeName<A>] extends [never]
      ? [keyof Given] extends [never]
        ? Sentences<TypeName<A>, Missing, A, Context, Parameters>
        : // A name that is not a type: the compiler suggests the closest one.
          Sources<A, Context, Parameters>
      : SourceProblems<WithoutSource<A, Given>, WithOtherContext<A, Context, Given>, A, Context, Parameters> &
          CheckSources<A, Context, Parameters, Given>;
