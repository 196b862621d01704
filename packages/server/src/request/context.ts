import type { Api, Extension, FilterLanguage, Negotiated, QueryParameters, UrlScheme } from '@linkage/core';
import type { AggregateRules } from '../sources/gateway/source-query.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { DefaultIncludes } from './default-includes.ts';
import type { ServerLimits } from './limits.ts';
import type { MixedCollection } from './mixed-collections.ts';
import type { RelatedQueriesReader } from './related-queries.ts';
import type { Route } from './route.ts';

// Each layer declares what it uses of a server, of a request, and of one of its operations, and extends what the layers on its left declare.
// `pipeline` creates the values.

/** The values of a server that reading its URLs and queries requires. */
export interface QueryServer {
  /** The options as they were read. Where the option needs more than one value, such as a type and a source, another member has what follows from it. */
  readonly options: {
    readonly hiddenFields: 'reject' | 'omit' | undefined;
    readonly filterLanguage: FilterLanguage | undefined;
  };
  /** The API with all fields. */
  readonly api: Api;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly urls: UrlScheme;
  readonly limits: ServerLimits;
  /** Returns the source of a type without access rules, time limits, and traces. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** The query parameters of the application that only collections and resources of one type have, by type. */
  readonly typeParameters: ReadonlyMap<string, QueryParameters>;
  readonly defaultIncludes: DefaultIncludes;
  /** The collections of several types by their paths, without the first slash. */
  readonly mixed: ReadonlyMap<string, MixedCollection>;
}

/** The parts of a query that extensions and profiles change. */
export interface AppliedToQuery {
  /** The media type that names them. */
  readonly negotiated: Negotiated;
  /** The extensions, as negotiation and `parseQuery` need them. */
  readonly definitions: readonly Extension[];
  /** The query parameters of the application for all types, and those of the profiles. */
  readonly queryParameters: QueryParameters;
  /** The attributes that requests can aggregate, if a profile offers aggregates. */
  readonly aggregates: AggregateRules | undefined;
  /** Reads what requests ask of the members of included relationships, if a profile offers it. */
  readonly relatedQueries: RelatedQueriesReader | undefined;
}

/** One request of HTTP: the server, and what its user sees of it. */
export interface QueryRequest {
  readonly server: QueryServer;
  /** The result of the option `context`, once it is known. */
  readonly context: unknown;
  /** The API as the user sees it: without access rules, with all fields. */
  readonly api: Api;
  /** The extensions and profiles that apply to the request. Before negotiation: those that always apply. */
  readonly applied: AppliedToQuery;
}

/** One operation of a request. */
export interface QueryOperation {
  readonly request: QueryRequest;
  readonly route: Route;
  /** Whether documents become text, or values for an endpoint that executes operations. */
  readonly sink: 'text' | 'value';
  readonly kept: KeptValue | undefined;
}

/** The values that were read from the text of a query, for the extensions and profiles that applied. */
export interface KeptValue {
  valueFor(applied: object): unknown;
  keep(applied: object, value: never, hasOwnFilters: boolean): void;
}
