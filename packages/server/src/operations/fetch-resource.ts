import { findResource } from '../loading/find-resource.ts';
import { selectionFor } from '../loading/selection.ts';
import { readResourceQuery } from '../request/read-query.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithRecords, rootOf } from '../response/respond.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchResource: Operation<'resource'> = Object.freeze({
  kind: 'resource',
  method: 'GET',
  needs: ['find'],
  async run(exchange) {
    const { setup, route, parameters } = exchange;
    const { type, id } = route;
    const query = readResourceQuery(setup, [type.name], parameters);
    const record = await findResource(exchange, type, id, selectionFor(type, query));
    const primary = { types: [type.name], records: [rootOf(type, record)], shape: 'one' } as const;
    return { status: 200, body: await respondWithRecords(exchange, primary, query, topLevelLinks(exchange)) };
  },
} satisfies Operation<'resource'>);
