/** The sections of the Cursor Pagination profile and of the Atomic Operations extension can pass. */
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { runConformance } from '../src/index.ts';
import { atomicForTests } from './atomic-extension.ts';
import { blog, blogSamples, records, targetOf } from './blog-target.ts';
import { cursorSamples, cursorTarget } from './cursor-server.ts';
import { failuresOf } from './failures.ts';

describe('Cursor pagination', () => {
  test.each([true, false])('CUR: a server with ranges %s passes', async (ranges) => {
    const report = await runConformance(cursorTarget({ ranges }), cursorSamples(ranges), { only: ['CUR', 'LIM'] });
    expect(failuresOf(report)).toEqual([]);
    expect(report.summary.passed).toBeGreaterThan(30);
  });
});

describe('Atomic operations', () => {
  test('ATM: a server with the extension passes', async () => {
    const server = createServer(blog, createMemorySources(blog, records), {
      baseUrl: '/api',
      extensions: [atomicForTests],
    });
    const samples = { ...blogSamples, atomic: '/operations', extensions: [atomicForTests.extension.uri] };
    const report = await runConformance(targetOf(server), samples, { only: ['ATM', 'NEG'] });
    expect(failuresOf(report)).toEqual([]);
    expect(report.summary.passed).toBeGreaterThan(100);
    expect(report.leftovers).toEqual([]);
  });
});
