import type { AnySource } from '../exchange.ts';
import { selectionFor } from '../loading/selection.ts';
import { foundPage } from '../pagination/found-page.ts';
import { readPagedQuery } from '../request/read-paged-query.ts';
import { readCollectionQuery } from '../request/read-query.ts';
import { topLevelLinks, urlOf } from '../response/links.ts';
import { respondWithRecords, rootOf } from '../response/respond.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchCollection: Operation<'collection'> = Object.freeze({
  name: 'fetch-collection',
  kind: 'collection',
  method: 'GET',
  needs: ['list'],
  async run(exchange) {
    const { setup, route, source, call, parameters } = exchange;
    const types = [route.type.name];
    const collection = { types, url: urlOf(exchange) };
    const read = () => readCollectionQuery(setup, types, parameters);
    const { query, page } = readPagedQuery(setup, collection, parameters, read);
    const selection = selectionFor(route.type, query);
    const asked = { ...query, page: page.asked, selection, total: page.total !== false };
    const given = await (source as Required<AnySource>).list(asked, call);
    const found = foundPage(given, page, `The source of ${route.type.name}`);
    const records = found.members.map((record) => rootOf(route.type, record));
    const shown = { page, found };
    const primary = { types, records, shape: 'many', shown } as const;
    return { status: 200, body: await respondWithRecords(exchange, primary, query, topLevelLinks(exchange, shown)) };
  },
} satisfies Operation<'collection'>);
