import type { ParameterValues, QueryParameters } from '@linkage/core';
import type { ReadMethod } from './can.ts';
import type { Awaitable, DataSource, PageSlice, StreamQuery } from './data-source.ts';

/** A method that can also return its result without a promise. */
type Loose<Method> = Method extends (...given: infer Given) => infer Result
  ? (...given: Given) => Awaitable<Awaited<Result>>
  : Method;

/** A query with the values of declared parameters. The queries of included relationships have none. */
type QueryWith<Query, Parameters extends QueryParameters> = Query extends { readonly page: PageSlice } | StreamQuery
  ? Omit<Query, 'parameters'> & { readonly parameters?: ParameterValues<Parameters> | undefined }
  : Query;

/** The parameters of a method with declared query parameters: the query is the first of two, or the third of `related`. */
type GivenWith<Given, Parameters extends QueryParameters> = Given extends readonly [infer Query, infer Call]
  ? [query: QueryWith<Query, Parameters>, call: Call]
  : Given extends readonly [infer Name, infer Ids, infer Query, infer Call]
    ? [relationship: Name, parentIds: Ids, query: QueryWith<Query, Parameters>, call: Call]
    : never;

/** A method that reads declared query parameters. */
type Reading<Method, Parameters> = Parameters extends QueryParameters
  ? Method extends (...given: infer Given) => infer Result
    ? (...given: GivenWith<Given, Parameters>) => Result
    : Method
  : Method;

/** The query parameters that new methods read: their names, or their declarations. */
export type ReadsOf<Name extends string> = {
  readonly [Method in Extract<Name, Exclude<ReadMethod, 'find'>>]?: readonly string[] | QueryParameters;
};

/**
 * The members that `extendSource` replaces or adds. A method receives what the method of the source receives. `Reads` are the query parameters
 * that new methods read.
 */
export type SourceReplacements<Source, Reads = unknown> = {
  readonly [Name in Exclude<keyof DataSource, 'appliesFilters' | 'readsParameters'>]?: Name extends keyof Reads
    ? Reading<ReplacementOf<Source, Name>, Reads[Name]>
    : ReplacementOf<Source, Name>;
};

type ReplacementOf<Source, Name extends keyof DataSource> = Name extends keyof Source
  ? Name extends 'transaction' | 'version' | 'job'
    ? Source[Name]
    : Loose<NonNullable<Source[Name]>>
  : DataSource[Name];

/** The statements that hold for new methods. */
export interface ExtendSourceOptions<Name extends string, Reads = ReadsOf<Name>> {
  /**
   * The new methods that apply everything that the methods apply which they replace: filters with all operators and groups, conditions of
   * access rules, and query parameters. A method that passes its query and `call` on does so. For a method that the source lacks, it
   * is what the source declares in `appliesFilters`. Default: none; `createServer` then reports what no method applies any more. With
   * `[]`, it does not report it.
   */
  readonly applies?: readonly Extract<Name, ReadMethod>[] | undefined;
  /**
   * The declared query parameters that new methods read: `{ list: parameters }`, with a result of `defineQueryParameters`, so that the method
   * knows their types, or `{ list: ['searchText'] }`. Default: not declared.
   */
  readonly parameters?:
    | (Reads & ReadsOf<Name> & { readonly [Old in Exclude<keyof Reads, keyof ReadsOf<Name>>]: never })
    | undefined;
}

/** A source with new members. */
export type ExtendedSource<Source, Name extends keyof SourceReplacements<Source>, Reads = unknown> = Omit<
  Source,
  Name
> & {
  readonly [Member in Name]-?: NonNullable<SourceReplacements<Source, Reads>[Member]>;
};
