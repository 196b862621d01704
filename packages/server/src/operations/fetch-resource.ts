import { resourceVersion, versionSelection } from '../conditional/resource-version.ts';
import { findResource } from '../loading/find-resource.ts';
import { readResourceQuery } from '../request/read-query.ts';
import { jobState } from '../response/jobs.ts';
import { topLevelLinks } from '../response/links.ts';
import { respondWithRecords, rootOf } from '../response/respond.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchResource: Operation<'resource'> = Object.freeze({
  name: 'fetch-resource',
  kind: 'resource',
  method: 'GET',
  needs: ['find'],
  async run(exchange) {
    const { setup, route, source, parameters } = exchange;
    const { type, id } = route;
    const query = readResourceQuery(setup, [type.name], parameters);
    const record = await findResource(exchange, type, id, versionSelection(exchange, type, query));
    const { done, headers } = jobState(setup, source, type.name, record);
    if (done !== undefined) return done;
    const version = resourceVersion(exchange, type, record);
    const primary = { types: [type.name], records: [rootOf(type, record)], shape: 'one' } as const;
    const document = await respondWithRecords(exchange, primary, query, topLevelLinks(exchange));
    return { status: 200, headers, version, body: document };
  },
} satisfies Operation<'resource'>);
