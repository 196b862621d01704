import { expect, test } from 'vitest';
import { pointsByStatus, pointsQuery, server } from './aggregates.ts';

test('the example counts the issues of the user', async () => {
  const url = '/issues?groupBy=status&sumOf=points&minOf=due&page[size]=0';
  const { body = '' } = await server.handle({ method: 'GET', url, headers: { authorization: 'ada' } });
  expect(JSON.parse(body).meta.aggregates).toEqual([
    { by: { status: 'done' }, count: 1, sum: { points: null }, min: { due: '2026-01-01' } },
    { by: { status: 'open' }, count: 2, sum: { points: 8 }, min: { due: '2026-03-01' } },
  ]);
});

test('the client reads the same groups', async () => {
  expect(await pointsByStatus()).toEqual(['done: 1 issues, 0 points', 'open: 2 issues, 8 points']);
});

test('the options of a query group by a relationship and by a part of a time', async () => {
  const owner = { type: 'people', id: '7' };
  expect(await pointsQuery.queryFn({})).toEqual([
    { by: { owner, 'due.month': null }, count: 1, sum: { points: 5 } },
    { by: { owner, 'due.month': '2026-01' }, count: 1, sum: { points: null } },
    { by: { owner, 'due.month': '2026-03' }, count: 1, sum: { points: 3 } },
  ]);
});
