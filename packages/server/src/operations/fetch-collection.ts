import { selectionFor } from '../loading/selection.ts';
import { readCollectionQuery } from '../request/read-query.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithRecords, rootOf } from '../response/respond.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchCollection: Operation<'collection'> = Object.freeze({
  kind: 'collection',
  method: 'GET',
  needs: ['list'],
  async run(exchange) {
    const { setup, route, source, call, parameters } = exchange;
    const query = readCollectionQuery(setup, [route.type.name], parameters);
    const page = setup.pagination.read(query.page, setup.limits);
    const { offset, limit } = page.slice;
    // One more than the page shows tells whether another page follows.
    const given = await source.list?.(
      { ...query, page: { offset, limit: limit + 1 }, selection: selectionFor(route.type, query), total: false },
      call,
    );
    if (!Array.isArray(given?.records)) throw new TypeError(`The source of ${route.type.name} gave no page.`);
    const shown = given.records.slice(0, limit).map((record) => rootOf(route.type, record));
    const links = topLevelLinks(exchange, page, given.hasMore === true || given.records.length > limit);
    const primary = { types: [route.type.name], records: shown, shape: 'many' } as const;
    return { status: 200, body: await respondWithRecords(exchange, primary, query, links) };
  },
} satisfies Operation<'collection'>);
