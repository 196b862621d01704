import { createClient, readAggregates } from '@linkage/client';
import { attribute, defineApi, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createAggregates } from '@linkage/query';
import { aggregates, createMemorySources, createServer, unauthorized } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  issues: {
    attributes: {
      status: attribute(z.enum(['open', 'done']), { filter: true }),
      points: z.int().nullable(),
      due: z.iso.date().nullable(),
    },
    relationships: { owner: toOne('people', { filter: true }) },
  },
  people: { attributes: { name: z.string() } },
});

const sources = createMemorySources(api, {
  issues: [
    { id: '1', status: 'open', points: 3, due: '2026-03-01', owner: '7' },
    { id: '2', status: 'open', points: 5, due: null, owner: '7' },
    { id: '3', status: 'done', points: null, due: '2026-01-01', owner: '7' },
    { id: '4', status: 'open', points: 8, due: '2026-02-01', owner: '8' },
  ],
  people: [{ id: '7', name: 'Ada' }],
});

/** Replace this with the check of a token. */
function userOf(token: unknown): { readonly id: string } {
  if (token !== 'ada') throw unauthorized('Bearer');
  return { id: '7' };
}

// #region aggregates
export const server = createServer(api, sources, {
  profiles: [
    aggregates(
      api,
      { issues: { groupBy: ['status', 'owner', 'due.month'], sum: ['points'], min: ['due'], max: ['due'] } },
      { applied: 'always', timeZone: 'Europe/Berlin' },
    ),
  ],
  context: ({ headers }) => userOf(headers['authorization']),
  access: {
    issues: { read: (user) => [{ field: 'owner', values: [user.id] }] },
    people: { read: () => true },
  },
});
// #endregion

const client = createClient<typeof api>({
  baseUrl: 'https://example.com',
  headers: () => ({ Authorization: 'ada' }),
  fetch: toFetchHandler(server),
});

// #region client
/** Returns lines such as "open: 2 issues, 8 points". */
export async function pointsByStatus() {
  const groups = await readAggregates(client, 'issues', { groupBy: ['status'], sum: ['points'], min: ['due'] });
  return groups.map(({ by, count, sum }) => `${by.status}: ${count} issues, ${sum.points ?? 0} points`);
}
// #endregion

// #region query
/** For `useQuery`: points by owner and month. */
export const pointsQuery = createAggregates(client)('issues', { groupBy: ['owner', 'due.month'], sum: ['points'] });
// #endregion
