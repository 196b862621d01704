/** The kit against the server of this repository, over records in memory. */
import { expect, test } from 'vitest';
import { runConformance } from '../src/index.ts';
import { blogSamples, blogServer, targetOf } from './blog-target.ts';

test('a server over memory has 0 failures', async () => {
  const report = await runConformance(targetOf(blogServer()), blogSamples);
  const failed = report.results.filter(({ verdict }) => verdict === 'failed');
  expect(failed.map(({ id, rows, expected, came }) => `${id} (${rows}): expected ${expected}, but ${came}`)).toEqual(
    [],
  );
});
