/** One server with 22 faults: the kit finds each of them although the others are there, and decides the same in a second run. */
import { expect, test } from 'vitest';
import { type Report, runConformance } from '../src/index.ts';
import { planted, plantedSamples, plantedTarget } from './planted-faults.ts';

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
