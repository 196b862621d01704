import { andThen, assertNoParameters, isPromise, notSupported, throwWith } from '@linkage/core/internal';
import { type PagedQuery, readPagedQuery } from '../request/pagination/read-paged-query.ts';
import {
  type AnyQuery,
  noQuery,
  readCollectionQuery,
  readMixedQuery,
  readRelationshipQuery,
  readResourceQuery,
} from '../request/read-query.ts';
import type { RelatedQueriesReader } from '../request/related-queries.ts';
import { urlOf } from '../request/route.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import type { ExecutingOperation } from './context.ts';
import { unappliedParameters } from './unapplied-parameters.ts';

/** The parsed query parameters, by their kind in the table of operations. */
export interface QueryValues {
  /** Primary data is a collection: all parameter families. */
  readonly collection: PagedQuery;
  /** Primary data is a collection of several types. */
  readonly mixed: PagedQuery;
  /** Primary data is one resource: no sort, filter, or page. */
  readonly resource: AnyQuery;
  /** Primary data is the related resources of a relationship. */
  readonly related: PagedQuery;
  /** Primary data is resource linkage. */
  readonly linkage: PagedQuery;
  /** Like `linkage` if the request has parameters. Without parameters, the response is 204. */
  readonly 'linkage on request': PagedQuery | undefined;
  /** No primary data, so no parameters. */
  readonly none: undefined;
}

export type QueryKind = keyof QueryValues;

/** A request to the URL of a relationship, or of its related resources. */
type RelationshipOperation = ExecutingOperation<'related' | 'relationship'>;

function readRelated(operation: RelationshipOperation, parameters: URLSearchParams): Awaitable<PagedQuery> {
  const { targets, kind } = operation.route.relationship;
  const readQuery = kind === 'to-many' ? readCollectionQuery : readResourceQuery;
  const collection = { types: targets, url: urlOf(operation), kind, strategy: undefined };
  return readPagedQuery(operation, collection, parameters, () => readQuery(operation, targets, parameters));
}

function readLinkage(operation: RelationshipOperation, parameters: URLSearchParams): Awaitable<PagedQuery> {
  const { type, relationship } = operation.route;
  const collection = {
    types: relationship.targets,
    url: urlOf(operation),
    kind: relationship.kind,
    strategy: undefined,
  };
  const read = (): AnyQuery => readRelationshipQuery(operation, type.name, relationship, parameters);
  return readPagedQuery(operation, collection, parameters, read);
}

const readers: {
  readonly [Kind in QueryKind]: (
    operation: ExecutingOperation<never>,
    parameters: URLSearchParams,
  ) => Awaitable<QueryValues[Kind]>;
} = {
  collection(operation: ExecutingOperation, parameters) {
    const types = [operation.route.type.name];
    const read = (): AnyQuery => readCollectionQuery(operation, types, parameters);
    return readPagedQuery(
      operation,
      { types, url: urlOf(operation), kind: 'to-many', strategy: undefined },
      parameters,
      read,
    );
  },
  mixed(operation: ExecutingOperation<'mixed'>, parameters) {
    const { types, collection } = operation.route;
    const { strategy } = collection;
    const read = (): AnyQuery => readMixedQuery(operation, parameters);
    const paged = { types: types.map(({ name }) => name), url: urlOf(operation), kind: 'to-many', strategy } as const;
    return readPagedQuery(operation, paged, parameters, read);
  },
  resource: (operation: ExecutingOperation, parameters) =>
    readResourceQuery(operation, [operation.route.type.name], parameters),
  related: readRelated,
  linkage: readLinkage,
  'linkage on request'(operation: RelationshipOperation, parameters) {
    if (parameters.size === 0) return undefined;
    // If nothing can be read, no document can use the parameters.
    if (operation.source.find === undefined) assertNoParameters(parameters);
    return readLinkage(operation, parameters);
  },
  none: (_: ExecutingOperation, parameters) => assertNoParameters(parameters) as undefined,
};

/**
 * Reads the query parameters of a request for its operation, before anything is read or written.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
export function readRequestQuery<Kind extends QueryKind>(
  kind: Kind,
  operation: ExecutingOperation,
): Awaitable<QueryValues[Kind]> {
  const { kept, request, parameters } = operation;
  const { relatedQueries } = request.applied;
  const read =
    relatedQueries !== undefined && parameters.size > 0
      ? readDivided(kind, operation, relatedQueries)
      : readApplied(kind, operation, parameters);
  if (kept !== undefined && !isPromise(read))
    kept.keep(request.applied, read as never, request.server.options.filterLanguage !== undefined);
  return read;
}

/** Reads the parameters about included relationships, after all others. */
function readDivided<Kind extends QueryKind>(
  kind: Kind,
  operation: ExecutingOperation,
  reader: RelatedQueriesReader,
): Awaitable<QueryValues[Kind]> {
  const { request, route, parameters } = operation;
  const { byPath, others } = reader.divide(parameters);
  const isBounded = parameters.size <= request.server.limits.parameters;
  if (byPath.size === 0 || kind === 'none' || !isBounded) return readApplied(kind, operation, parameters);
  const primary = route.kind === 'relationship' ? route.relationship.name : undefined;
  return andThen(readApplied(kind, operation, others), (read) => {
    const given = (read ?? noQuery) as AnyQuery | PagedQuery;
    const isPaged = 'query' in given;
    const query = isPaged ? given.query : given;
    return andThen(reader.read(operation as never, query, byPath, primary), (related) => {
      const all = Object.freeze({ ...query, related });
      return (isPaged ? { ...given, query: all } : all) as QueryValues[Kind];
    });
  });
}

function readApplied<Kind extends QueryKind>(
  kind: Kind,
  operation: ExecutingOperation,
  parameters: URLSearchParams,
): Awaitable<QueryValues[Kind]> {
  const { request, route } = operation;
  const { parameterRules } = request.server;
  const ignored = parameters.size === 0 ? [] : unappliedParameters(parameterRules, { query: kind }, route, parameters);
  if (ignored.length === 0) return readers[kind](operation as ExecutingOperation<never>, parameters);
  const others = new URLSearchParams([...parameters].filter(([name]) => !ignored.includes(name)));
  return throwWith(notSupported(ignored, 'notApplied'), () =>
    readers[kind](operation as ExecutingOperation<never>, others),
  );
}
