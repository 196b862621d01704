/** Readings of documents, records, and operations, by the number of their parts, and of requests whose work is counted only. */
import { buildDocument, deserialize, JsonApiError, serialize, validateDocument } from '@linkage/core';
import { parseOperations } from '@linkage/core/atomic';
import type { JsonApiRequest } from '@linkage/server';
import { createHostileServer, hostileApi } from '../hostile/api.ts';
import { hostileRequests } from '../hostile/requests.ts';
import { hostileOperations, hostileRecords, hostileResponses, type Make } from '../hostile/values.ts';
import type { CountedReading, Reading } from './reading.ts';

const limit = 40_000;

/** The readings of a table of values. The largest input has `count` parts. */
function read(
  reader: string,
  table: Readonly<Record<string, Make>>,
  count: number,
  run: (value: never) => unknown,
): readonly Reading[] {
  return Object.entries(table).map(([name, make]) => ({
    name: reader === '' ? name : `${reader}: ${name}`,
    limit,
    input: (size) => JSON.stringify(make(Math.round((count * size) / limit))),
    run: (text) => run(JSON.parse(text) as never),
  }));
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error;
  }
}

const include = { include: ['parent.children', 'children'] } as never;
const limits = { operations: 10_000, members: 1e9, linkageMembers: 1e9, bytes: 1e9 };

async function readOperations(operations: unknown): Promise<unknown> {
  try {
    return await parseOperations(hostileApi, JSON.stringify({ 'atomic:operations': operations }), limits);
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error;
  }
}

/** Readings whose work is counted only: some of them end later. */
export const valueReadings: readonly Reading[] = [
  ...read('validator', hostileResponses, 400, (document) =>
    validateDocument(document, { as: 'response', api: hostileApi, maxIssues: 50 }),
  ),
  ...read('deserialize', hostileResponses, 400, (document) => outcome(() => deserialize(document))),
  ...read('serialize', hostileRecords, 800, (records) =>
    outcome(() => serialize(hostileApi, 'nodes', records, include)),
  ),
  ...read('buildDocument', hostileRecords, 800, (records) =>
    outcome(() => buildDocument(hostileApi, 'nodes', records, include)),
  ),
  ...read('', hostileOperations, 400, readOperations),
];

const all = Number.POSITIVE_INFINITY;
const server = createHostileServer({ limits: { urlLength: all, parameters: all } });
let marks = 100_000;

/** Readings of requests. Each run is another request, so that no cache knows it. */
export const requestReadings: readonly CountedReading[] = Object.entries(hostileRequests).map(
  ([name, [largest, make]]) => ({
    name: `request: ${name}`,
    limit: largest,
    prepare(count) {
      const request: JsonApiRequest = { method: 'GET', url: '/nodes', headers: {}, ...make(count, `m${marks++}`) };
      return { run: () => server.handle(request) };
    },
  }),
);
