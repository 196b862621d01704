/** The tests against the server of this repository, over records in memory: nothing fails, and what is undecided has a reason. */
import { defineProfile } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { draftSamples } from '../src/draft/draft-samples.ts';
import { formatReport, runConformance } from '../src/index.ts';
import { atomicForTests } from './atomic-extension.ts';
import { blog, blogSamples, records, targetOf } from './blog-target.ts';
import { failuresOf } from './failures.ts';

const profile = defineProfile({ uri: 'https://example.com/profiles/conformance' });

test('a server over memory has 0 failures', async () => {
  const plugIns = { profiles: [profile], extensions: [atomicForTests] };
  const options = { baseUrl: '/api', methodOverride: true, pagination: { total: 'always' }, ...plugIns } as const;
  const server = createServer(blog, createMemorySources(blog, records), options);
  const samples = {
    ...blogSamples,
    supports: { methodOverride: true },
    profiles: [profile.uri],
    extensions: [atomicForTests.extension.uri],
    atomic: '/operations',
  };
  const report = await runConformance(targetOf(server), samples, { destructive: true });
  expect(failuresOf(report)).toEqual([]);
  expect(report.leftovers).toEqual([]);
  const undecided = report.results.filter(({ verdict, section }) => verdict === 'undecided' && section !== 'CUR');
  expect(undecided.map(({ id, reason }) => `${id}: ${reason}`)).toMatchInlineSnapshot(`
    [
      "fetch-empty-related: The relationship is not empty.",
      "root-document: There is no JSON:API document at http://localhost/api (404).",
      "page-next-once: There is no \`next\`.",
      "create-no-content: The create request returned 201.",
      "delete-no-data: DELETE returned 204.",
    ]
  `);
});

test('an empty server: what is undecided has a true reason, and the report says that it decides little', async () => {
  const empty = { articles: [], people: [], comments: [], tags: [] };
  const options = { baseUrl: '/api', extensions: [atomicForTests] };
  const server = createServer(blog, createMemorySources(blog, empty), options);
  const samples = { ...blogSamples, extensions: [atomicForTests.extension.uri], atomic: '/operations' };
  const report = await runConformance(targetOf(server), samples);
  expect(failuresOf(report)).toEqual([]);
  const reasons = report.results.map(({ reason = '' }) => reason);
  expect(reasons).not.toContainEqual(expect.stringContaining('which the tests made up, exists'));
  expect(reasons).toContainEqual(expect.stringContaining('the tests cannot see that no resource has an id'));
  expect(formatReport(report, 'text')).toMatch(/^Only \d+ % of the cases of the level MUST are decided/);
  expect(report.outcome.status).toBe(3);
});

// The clinic has 0 failures with such samples in the short form as well.
test.skipIf(!isLong)(
  `a server over memory has 0 failures with the samples that \`init\` drafts${skippedInShort}`,
  async () => {
    const target = targetOf(createServer(blog, createMemorySources(blog, records), { baseUrl: '/api' }));
    const samples = await draftSamples(target, { types: Object.keys(blogSamples.types) });
    const report = await runConformance(target, samples);
    expect(failuresOf(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(report.summary.passed).toBeGreaterThan(300);
  },
);
