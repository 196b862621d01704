import { withIncludes } from '../loading/include-tree.ts';
import { toPageResult } from '../pagination/to-page-result.ts';
import { topLevelLinks } from '../response/links.ts';
import { rootOf } from '../response/primary-records.ts';
import { respondWithRecords } from '../response/respond.ts';
import type { AnySource } from '../source/any-source.ts';
import { selectionFor } from '../source/selection.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchCollection: Operation<'collection', 'collection', 'none'> = Object.freeze({
  name: 'fetch-collection',
  kind: 'collection',
  method: 'GET',
  needs: ['list'],
  query: 'collection',
  document: 'none',
  statuses: [200],
  async run(context, { query: { query, page } }) {
    const { setup, route, source, call } = context;
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
