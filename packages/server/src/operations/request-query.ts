import { throwWith } from '../internal/collect-errors.ts';
import { type PagedQuery, readPagedQuery } from '../request/pagination/read-paged-query.ts';
import { type AnyQuery, readCollectionQuery, readRelationshipQuery, readResourceQuery } from '../request/read-query.ts';
import { urlOf } from '../request/route.ts';
import { assertNoParameters, notSupported } from '../request/unsupported-parameters.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import type { ExecutingOperation } from './context.ts';
import { unappliedParameters } from './unapplied-parameters.ts';

/** The parsed query parameters, by their kind in the table of operations. */
export interface QueryValues {
  /** Primary data is a collection: all parameter families. */
  readonly collection: PagedQuery;
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
type RelationshipTurn = ExecutingOperation<'related' | 'relationship'>;

function readRelated(turn: RelationshipTurn, parameters: URLSearchParams): Awaitable<PagedQuery> {
  const { targets, kind } = turn.route.relationship;
  const readQuery = kind === 'to-many' ? readCollectionQuery : readResourceQuery;
  const collection = { types: targets, url: urlOf(turn), kind };
  return readPagedQuery(turn, collection, parameters, () => readQuery(turn, targets, parameters));
}

function readLinkage(turn: RelationshipTurn, parameters: URLSearchParams): Awaitable<PagedQuery> {
  const { type, relationship } = turn.route;
  const collection = {
    types: relationship.targets,
    url: urlOf(turn),
    kind: relationship.kind,
  };
  const read = (): AnyQuery => readRelationshipQuery(turn, type.name, relationship, parameters);
  return readPagedQuery(turn, collection, parameters, read);
}

const readers: {
  readonly [Kind in QueryKind]: (
    turn: ExecutingOperation<never>,
    parameters: URLSearchParams,
  ) => Awaitable<QueryValues[Kind]>;
} = {
  collection(turn: ExecutingOperation, parameters) {
    const types = [turn.route.type.name];
    const read = (): AnyQuery => readCollectionQuery(turn, types, parameters);
    return readPagedQuery(turn, { types, url: urlOf(turn), kind: 'to-many' }, parameters, read);
  },
  resource: (turn: ExecutingOperation, parameters) => readResourceQuery(turn, [turn.route.type.name], parameters),
  related: readRelated,
  linkage: readLinkage,
  'linkage on request'(turn: RelationshipTurn, parameters) {
    if (parameters.size === 0) return undefined;
    // If nothing can be read, no document can use the parameters.
    if (turn.source.find === undefined) assertNoParameters(parameters);
    return readLinkage(turn, parameters);
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
  turn: ExecutingOperation,
): Awaitable<QueryValues[Kind]> {
  const { request, route, parameters } = turn;
  const ignored = unappliedParameters(request.server.parameterRules, { query: kind }, route, parameters);
  if (ignored.length === 0) return readers[kind](turn as ExecutingOperation<never>, parameters);
  const others = new URLSearchParams([...parameters].filter(([name]) => !ignored.includes(name)));
  return throwWith(notSupported(ignored, 'notApplied'), () => readers[kind](turn as ExecutingOperation<never>, others));
}
