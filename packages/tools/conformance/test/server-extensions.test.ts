/** The tests against the server of this repository with its own extension and profile: nothing fails. */
import { atomicExtension as atomic } from '@linkage/core/atomic';
import { cursorProfile as cursors } from '@linkage/core/cursor-pagination';
import { atomicOperations, createMemorySources, createServer, cursorPagination } from '@linkage/server';
import { expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { runConformance, type Samples } from '../src/index.ts';
import { blog, blogSamples, records, targetOf } from './blog-target.ts';
import { failuresOf } from './failures.ts';

test('a server with cursor pagination and Atomic Operations has 0 failures', async () => {
  const server = createServer(blog, createMemorySources(blog, records), {
    baseUrl: '/api',
    pagination: { total: 'always', types: { articles: { pageSize: 3, pageSizeMaximum: 5 } } },
    profiles: [cursorPagination({ key: 'a key of at least thirty-two bytes' })],
    extensions: [atomicOperations()],
  });
  const samples: Samples = {
    ...blogSamples,
    profiles: [cursors.uri],
    extensions: [atomic.uri],
    atomic: '/operations',
    cursor: { type: 'articles', maxSize: 5, ranges: true },
  };
  // The other cases run on a server without them as well.
  const only = isLong ? undefined : ['CUR', 'ATM'];
  const report = await runConformance(targetOf(server), samples, { destructive: true, only });
  expect(failuresOf(report)).toEqual([]);
  const own = report.results.filter(({ section }) => section === 'CUR' || section === 'ATM');
  expect(own.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(75);
  expect(own.filter(({ verdict }) => verdict === 'undecided').map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
    'cursor-range-truncated: The collection has fewer than 4 resources.',
  ]);
});
