import { type PagedQuery, readPagedQuery } from '../pagination/read-paged-query.ts';
import {
  type AnyQuery,
  readCollectionQuery,
  readRelationshipQuery,
  readResourceQuery,
  refuseParameters,
} from '../request/read-query.ts';
import { urlOf } from '../response/links.ts';
import type { Awaitable } from '../source/data-source.ts';
import type { Exchange } from './exchange.ts';

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

type RelationshipExchange = Exchange<'related' | 'relationship'>;

function readRelated(exchange: RelationshipExchange): Awaitable<PagedQuery> {
  const { setup, parameters, route } = exchange;
  const { targets, kind } = route.relationship;
  const readQuery = kind === 'to-many' ? readCollectionQuery : readResourceQuery;
  const collection = { types: targets, url: urlOf(exchange), kind };
  return readPagedQuery(setup, collection, parameters, () => readQuery(setup, targets, parameters));
}

function readLinkage(exchange: RelationshipExchange): Awaitable<PagedQuery> {
  const { setup, parameters, route } = exchange;
  const { type, relationship } = route;
  const collection = { types: relationship.targets, url: urlOf(exchange), kind: relationship.kind };
  const read = (): AnyQuery => readRelationshipQuery(setup, type.name, relationship, parameters);
  return readPagedQuery(setup, collection, parameters, read);
}

const readers: { readonly [Kind in QueryKind]: (exchange: Exchange<never>) => Awaitable<QueryValues[Kind]> } = {
  collection(exchange: Exchange) {
    const { setup, route, parameters } = exchange;
    const types = [route.type.name];
    const read = (): AnyQuery => readCollectionQuery(setup, types, parameters);
    return readPagedQuery(setup, { types, url: urlOf(exchange) }, parameters, read);
  },
  resource: ({ setup, route, parameters }: Exchange) => readResourceQuery(setup, [route.type.name], parameters),
  related: readRelated,
  linkage: readLinkage,
  'linkage on request'(exchange: RelationshipExchange) {
    const { parameters, source } = exchange;
    if (parameters.size === 0) return undefined;
    // If nothing can be read, there are no documents for the parameters.
    if (source.find === undefined) refuseParameters(parameters);
    return readLinkage(exchange);
  },
  none: ({ parameters }: Exchange) => refuseParameters(parameters) as undefined,
};

/**
 * Reads the query parameters of a request for its operation, before anything is read or written.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
export function readRequestQuery<Kind extends QueryKind>(kind: Kind, exchange: Exchange): Awaitable<QueryValues[Kind]> {
  return readers[kind](exchange as Exchange<never>);
}
