import { topLevelLinks } from '../answer/links.ts';
import type { OperationResponse } from '../answer/operation-response.ts';
import { rootOf } from '../answer/primary-records.ts';
import { respondWithRecords } from '../answer/respond.ts';
import { streamCollection } from '../answer/stream-collection.ts';
import { withIncludes } from '../reading/include-tree.ts';
import type { PagedQuery } from '../request/pagination/read-paged-query.ts';
import { toPageResult } from '../request/pagination/to-page-result.ts';
import { totalMeta } from '../request/pagination/total-name.ts';
import type { AnySource } from '../sources/any-source.ts';
import { recordBatches } from '../sources/record-batches.ts';
import { selectionFor } from '../sources/selection.ts';
import type { Operation } from './operation.ts';
import type { OperationContext } from './operation-context.ts';

/** Returns the document of the whole collection. The source is called when the document is read. */
function streamAll(context: OperationContext<'collection'>, { query, page }: PagedQuery): OperationResponse {
  const { route, source, call } = context;
  const { type } = route;
  const { filter, sort, parameters } = query;
  const selection = selectionFor(type, query);
  // The records have the order of the pages that a request with `page` receives.
  const byPositions = page.asked.positions === true ? { positions: true } : {};
  const asked = { filter, sort, parameters, selection, ...byPositions };
  const open = () => (source as Required<AnySource>).stream(asked, call);
  // Without pages, the total costs nothing.
  const meta = (count: number) => (page.total === false ? undefined : totalMeta(page.rules.totalName, count));
  const collection = { type, batches: recordBatches(open, `${type.name}.stream`), meta };
  return { status: 200, stream: streamCollection(context, collection, query, topLevelLinks(context)) };
}

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchCollection: Operation<'collection', 'collection', 'none'> = Object.freeze({
  name: 'fetch-collection',
  kind: 'collection',
  method: 'GET',
  needs: ['list'],
  query: 'collection',
  document: 'none',
  statuses: [200],
  async run(context, { query: paged }) {
    const { query, page } = paged;
    const { setup, route, source, call } = context;
    if (setup.streamed.has(route.type.name) && query.page.size === 0) return streamAll(context, paged);
    const selection = withIncludes(setup, route.type, selectionFor(route.type, query), query);
    const asked = { ...query, page: page.asked, selection, total: page.total !== false };
    const sourcePage = await (source as Required<AnySource>).list(asked, call);
    const found = toPageResult(sourcePage, page, `\`${route.type.name}.list\``);
    const records = found.members.map((record) => rootOf(route.type, record));
    const shown = { page, found };
    const primary = { types: [route.type.name], records, shape: 'many', shown } as const;
    return { status: 200, body: await respondWithRecords(context, primary, query, topLevelLinks(context, shown)) };
  },
} satisfies Operation<'collection', 'collection', 'none'>);
