import { andThen, ownPage, toPageResult, totalMeta } from '@linkage/core/internal';
import { withIncludes } from '../reading/include-tree.ts';
import type { PagedQuery } from '../request/pagination/read-paged-query.ts';
import { readAggregates } from '../request/read-aggregates.ts';
import { askedOf } from '../request/read-query.ts';
import { topLevelLinks } from '../response/document/links.ts';
import type { OperationResponse } from '../response/document/operation-response.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { streamCollection } from '../response/document/stream-collection.ts';
import { aggregateMeta, cannotStream } from '../response/members/aggregate-meta.ts';
import { recordBatches } from '../sources/gateway/record-batches.ts';
import type { AggregateQuery } from '../sources/gateway/source-query.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { CollectionQuery } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionFor } from '../sources/port/selection.ts';
import type { ExecutingOperation } from './context.ts';
import type { OperationDefinition } from './operation.ts';

/** Returns the document of the whole collection. The source is called when the document is read. */
function streamAll(operation: ExecutingOperation<'collection'>, { query, page }: PagedQuery): OperationResponse {
  const { route, source, call } = operation;
  const { type } = route;
  const selection = selectionFor(type, query);
  // The records have the order of the pages that a request with `page` receives.
  const byPositions = page.asked.positions === true ? { positions: true } : {};
  const asked = { ...askedOf(query), selection, ...byPositions };
  const open = () => (source as Required<OfferedSource>).stream(asked, call);
  // Without pages, the total costs nothing.
  const meta = (count: number) => {
    if (page.total === 'estimate') return { page: { estimatedTotal: { bestGuess: count } } };
    return page.total === false ? undefined : totalMeta(page.rules.totalName, count);
  };
  const collection = { type, batches: recordBatches(open, `${type.name}.stream`), meta };
  return { status: 200, stream: streamCollection(operation, collection, query, topLevelLinks(operation)) };
}

/** The queries of sources, by the queries that repeat. Such a query is for one type as its users see it. */
const repeatedOf = new WeakMap<PagedQuery, CollectionQuery>();

/** Returns the query of the source. */
function queryOf(
  { request, route: { type } }: ExecutingOperation<'collection'>,
  paged: PagedQuery,
  aggregates: AggregateQuery | undefined,
): CollectionQuery {
  const { query, page } = paged;
  const selection = withIncludes(request, type, selectionFor(type, query), query);
  const isEstimated = page.total === 'estimate';
  const size = { total: page.total !== false && !isEstimated, ...(isEstimated ? { estimatedTotal: true } : {}) };
  const aggregated = aggregates === undefined ? {} : { aggregates };
  const asked = { ...askedOf(query), page: page.asked, selection, ...size, ...aggregated };
  // A frozen query is the same for several requests, and so is what sources and rules keep with it.
  if (Object.isFrozen(paged) && Object.isFrozen(selection)) repeatedOf.set(paged, Object.freeze(asked));
  return asked;
}

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchCollection: OperationDefinition<'collection', 'collection', 'none'> = Object.freeze({
  name: 'fetch-collection',
  kind: 'collection',
  method: 'GET',
  needs: ['list'],
  query: 'collection',
  document: 'none',
  statuses: [200],
  run(given, { query: paged }) {
    const { query, page } = paged;
    const { request, route, source } = given;
    const aggregates = request.applied.aggregates === undefined ? undefined : readAggregates(given, query);
    if (request.server.streamed.has(route.type.name) && query.page.size === 0) {
      if (aggregates !== undefined) throw cannotStream(query.parameters);
      return streamAll(given, paged);
    }
    const operation = request.rules === undefined ? given : given.reading(query);
    const asked = repeatedOf.get(paged) ?? queryOf(given, paged, aggregates);
    return andThen((source as Required<OfferedSource>).list(asked, operation.call), (sourcePage) => {
      const where = `\`${route.type.name}.list\``;
      const found = toPageResult(sourcePage, page, where);
      const { type } = route;
      const records = found.members.map((record) => ({ type, id: idOf(type.name, record), record }));
      const meta =
        aggregates &&
        aggregateMeta(where, request.api, type, aggregates, ownPage(sourcePage).aggregates, query.parameters);
      const shown = { page, found, meta };
      const primary = { types: [route.type.name], records, shape: 'many', shown } as const;
      const writing = respondWithRecords(operation, primary, query, topLevelLinks(operation, shown));
      return andThen(writing, (body) => ({ status: 200, body }));
    });
  },
} satisfies OperationDefinition<'collection', 'collection', 'none'>);
