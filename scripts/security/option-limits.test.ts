/** Requests beyond each limit of a server: the table declares the status. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { attribute, defineApi, toMany } from '../../packages/core/src/index.ts';
import { createMemorySources, createServer, type JsonApiRequest } from '../../packages/server/src/index.ts';
import { defaultLimits } from '../../packages/server/src/request/limits.ts';
import { allLimits } from './limits-table.ts';

const api = defineApi({
  notes: {
    attributes: { text: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { others: toMany('notes', { filter: true }) },
  },
});
const record = (id: string, others: readonly string[]) => ({ id, text: 'a', others });

const body = JSON.stringify({
  data: {
    type: 'notes',
    attributes: { text: 'b' },
    relationships: { others: { data: [{ type: 'notes', id: '1' }] } },
  },
});
const posting = { method: 'POST', headers: { 'content-type': 'application/vnd.api+json' }, body };

/** A limit, and a request beyond it. The others end or delay requests, or change what a response contains. */
const requests: Readonly<Record<string, readonly [limit: number, request: Partial<JsonApiRequest>]>> = {
  bodyBytes: [10, posting],
  bodyDepth: [2, posting],
  bodyMembers: [3, posting],
  urlLength: [5, {}],
  linkageMembers: [0, posting],
  includedResources: [0, { url: '/notes/1?include=others' }],
  includedLinkage: [1, { url: '/notes/1' }],
  pageSizeMaximum: [1, { url: '/notes?page[size]=2' }],
  requestTime: [1, { url: '/notes?sort=text' }],
  sourceTime: [1, { url: '/notes?sort=text' }],
  parameters: [1, { url: '/notes?sort=text&include=others' }],
  includeDepth: [1, { url: '/notes?include=others.others' }],
  includePaths: [1, { url: '/notes?include=others,others.others' }],
  sortFields: [1, { url: '/notes?sort=text,id' }],
  sortDepth: [0, { url: '/notes?sort=text' }],
  filterTerms: [1, { url: '/notes?filter[text]=a&filter[id]=1' }],
  filterDepth: [1, { url: '/notes?filter[others.text]=a' }],
  filterNesting: [1, { url: "/notes?filter=and(or(eq(text,'a'),eq(text,'b')),eq(text,'c'))" }],
  filterValues: [1, { url: '/notes?filter[text]=a,b' }],
  filterCost: [1, { url: '/notes?filter[others.text]=a' }],
  filterValueLength: [1, { url: '/notes?filter[text]=ab' }],
  queue: [0, {}],
};

const declared = new Map(allLimits().map(({ name, beyond }) => [name, beyond]));

test.each(Object.entries(requests))('beyond limits.%s', async (name, [limit, request]) => {
  const sources = createMemorySources(api, { notes: [record('1', ['1', '2', '3']), record('2', []), record('3', [])] });
  const never = { ...sources.notes, list: () => new Promise<never>(() => undefined) };
  // A request that answers at once never waits for another one.
  const later = {
    ...sources.notes,
    list: async (...given: never[]) => (sources.notes.list as (...of: never[]) => never)(...given),
  };
  const notes = name.endsWith('Time') ? never : later;
  const server = createServer(api, { notes } as never, {
    limits: {
      [name]: limit,
      ...(name === 'queue' ? { concurrency: 1 } : {}),
      ...(name === 'pageSizeMaximum' ? { pageSize: 1 } : {}),
    },
  });
  const send = async () => (await server.handle({ method: 'GET', url: '/notes', headers: {}, ...request })).status;
  // The second request of two meets the limit of the queue.
  const [, last] = await Promise.all([name === 'queue' ? send() : 0, send()]);
  expect([name, String(last)]).toEqual([name, declared.get(`limits.${name}`)]);
});

test('every limit whose response has a status is tried', () => {
  const withStatus = Object.keys(defaultLimits).filter((name) => /^\d+$/.test(declared.get(`limits.${name}`) ?? ''));
  expect(withStatus.filter((name) => !Object.hasOwn(requests, name))).toEqual(['loopDelay']);
});
