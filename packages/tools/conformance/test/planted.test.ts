/** One server with 22 faults: the tests find each of them although the others are there, and decide the same in a second run. */
import { expect, test, vi } from 'vitest';
import { type Report, runConformance } from '../src/index.ts';
import { blogServer, targetOf } from './blog-target.ts';
import { paged, planted, plantedSamples, plantedTarget } from './planted-faults.ts';

// Two runs of all cases.
vi.setConfig({ testTimeout: 180_000 });
const run = (): Promise<Report> => runConformance(plantedTarget(), plantedSamples);
const first = run();

test.each(planted.map(({ row, name }) => [row, name]))('%s: %s', async (row) => {
  const { results } = await first;
  const failed = results.filter(({ verdict, rows }) => verdict === 'failed' && rows.includes(row));
  expect(failed.map(({ id }) => id)).not.toEqual([]);
});

test('the faults are 22', () => {
  expect(new Set(planted.map(({ row }) => row)).size).toBe(22);
});

test('a second run decides the same', async () => {
  const verdicts = ({ results }: Report) => results.map(({ id, verdict }) => `${id} ${verdict}`);
  expect(verdicts(await run())).toEqual(verdicts(await first));
});

test.each([
  ['a right server', paged('people', 2, (next, count) => next >= count), []],
  ['a repeated resource', paged('people', 1, (next, count) => next >= count), ['page-walk']],
  ['a `next` that never ends', paged('people', 2, () => false), ['page-next-once']],
] as const)('pages of a fixed size, without `pageSize` and `sort` in the samples: %s', async (_, handle, failed) => {
  const { handle: served, ...target } = targetOf(blogServer());
  const broken = (request: Request) => handle(request, async (it) => served(it));
  const samples = { types: { people: { ...plantedSamples.types['people'], sort: [] } } };
  const { results } = await runConformance({ ...target, handle: broken }, samples, { only: ['PAG-03', 'PAG-04'] });
  expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual(failed);
  expect(results.find(({ id }) => id === 'page-next-once')?.verdict).not.toBe('undecided');
});
