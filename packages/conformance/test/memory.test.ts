/** The kit against the server of this repository, over records in memory. */
import { expect, test } from 'vitest';
import { runConformance } from '../src/index.ts';
import { blogSamples, blogServer, targetOf } from './blog-target.ts';
import { failuresOf } from './failures.ts';

test('a server over memory has 0 failures', async () => {
  const report = await runConformance(targetOf(blogServer()), blogSamples);
  expect(failuresOf(report)).toEqual([]);
  expect(report.leftovers).toEqual([]);
});
