import { attribute, defineApi, JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  aggregates,
  createMemorySources,
  createServer,
  cursorPagination,
  offsetStrategy,
  type ServerOptions,
} from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ClientError } from './client-error.ts';
import { createClient } from './create-client.ts';
import { readAggregates } from './read-aggregates.ts';

const api = defineApi({
  issues: {
    attributes: {
      status: attribute(z.enum(['open', 'done']), { filter: true }),
      points: z.int().nullable(),
      due: z.iso.date().nullable(),
    },
  },
});
const uri = 'https://example.com/aggregates';

const all = { groupBy: ['status'], sum: ['points'], min: ['due'], max: ['due'] } as const;
const profile = aggregates(api, { issues: all }, { uri });

/** A client of a server with three issues, and the URLs of its requests. */
function open(options: ServerOptions<unknown, typeof api> = {}, profiles: readonly string[] = [uri]) {
  const urls: string[] = [];
  const sources = createMemorySources(api, {
    issues: [
      { id: 1, status: 'open', points: 3, due: '2026-03-01' },
      { id: 2, status: 'open', points: 5, due: null },
      { id: 3, status: 'done', points: null, due: '2026-01-01' },
    ],
  });
  const handler = toFetchHandler(createServer(api, sources, { profiles: [profile], ...options }));
  const client = createClient<typeof api>({
    baseUrl: 'https://example.com',
    profiles,
    fetch(request) {
      urls.push(decodeURIComponent(new URL(request.url).search));
      return handler(request);
    },
  });
  return { client, urls };
}

test('groups, and no resources', async () => {
  const { client, urls } = open();
  expect(await readAggregates(client, 'issues', all)).toEqual([
    { by: { status: 'done' }, count: 1, sum: { points: null }, min: { due: '2026-01-01' }, max: { due: '2026-01-01' } },
    { by: { status: 'open' }, count: 2, sum: { points: 8 }, min: { due: '2026-03-01' }, max: { due: '2026-03-01' } },
  ]);
  expect(urls).toEqual(['?page[size]=0&groupBy=status&sumOf=points&minOf=due&maxOf=due']);
});

test('without groups, all resources that match the filter are one', async () => {
  const { client } = open();
  const filter = [{ field: 'status', values: ['open'] }] as const;
  expect(await readAggregates(client, 'issues', { filter })).toEqual([{ count: 2 }]);
});

test('other pages', async () => {
  const limits = open({ pagination: { strategy: offsetStrategy } });
  expect(await readAggregates(limits.client, 'issues', { page: { limit: 0 } })).toEqual([{ count: 3 }]);
  const cursors = open({ profiles: [cursorPagination({ applied: 'always' }), profile] });
  expect(await readAggregates(cursors.client, 'issues', { page: {} })).toEqual([{ count: 3 }]);
});

test('a server without the profile responds with 400, and one that ignores the parameters without groups', async () => {
  const { client } = open({ profiles: [] }, []);
  await expect(readAggregates(client, 'issues', {})).rejects.toSatisfy(
    (error) => JsonApiError.is(error) && error.status === 400,
  );
  for (const meta of [undefined, {}, { aggregates: {} }, { aggregates: [{ by: {} }] }]) {
    const ignoring = createClient<typeof api>({
      baseUrl: 'https://example.com',
      fetch: async () =>
        new Response(JSON.stringify({ meta, data: [] }), { headers: { 'Content-Type': 'application/vnd.api+json' } }),
    });
    await expect(readAggregates(ignoring, 'issues', {})).rejects.toSatisfy(
      (error) => ClientError.is(error) && error.message.includes('`meta.aggregates`'),
    );
  }
});
