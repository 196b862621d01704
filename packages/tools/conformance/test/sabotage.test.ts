/** The tests can fail: each server with one broken behavior is caught by a case that names the requirement. */
import { expect, test } from 'vitest';
import { someOf } from '../../../core/test/runs.ts';
import { runConformance } from '../src/index.ts';
import { failuresOf } from './failures.ts';
import { runBroken, sabotaged } from './sabotage/all.ts';

test('there are at least 60 broken servers, each with a name of its own', () => {
  expect(new Set(sabotaged.map(({ name }) => name)).size).toBe(sabotaged.length);
  expect(sabotaged.length).toBeGreaterThanOrEqual(60);
});

const tried = someOf(sabotaged, 5);

test('the servers that are broken pass as they are', async () => {
  for (const victim of new Set(tried.map((it) => it.victim))) {
    const only = tried.filter((it) => it.victim === victim).map(({ row }) => row);
    expect(failuresOf(await runConformance(victim.target(), victim.samples, { only }))).toEqual([]);
  }
});

test.each(tried.map((it) => [it.row, it.name, it] as const))('%s: %s', async (row, _, it) => {
  const { results } = await runBroken(it, [row]);
  const caught = results.filter(({ verdict, rows }) => verdict === 'failed' && rows.includes(row));
  expect(caught.map(({ id }) => id)).not.toEqual([]);
});

// Such a server ends the creation of resources, so later cases are undecided.
const unseen = [
  ['nothing is stored', 'create-is-complete'],
  ['DELETE deletes nothing', 'delete-gone'],
] as const;
test.each(someOf(unseen, 2))('%s: a run of all cases sees it as well', async (name, id) => {
  const broken = sabotaged.find((it) => it.name === name) as (typeof sabotaged)[number];
  const { results } = await runBroken(broken, undefined);
  expect(results.find((it) => it.id === id)?.verdict).toBe('failed');
});
