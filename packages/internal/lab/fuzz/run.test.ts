/** Kinds with mistakes on purpose, run in processes as `npm run fuzz` does. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { kinds } from './broken-kinds.ts';
import { createTotals, fuzz } from './run.ts';
import type { Finding } from './run-batch.ts';
import type { BatchRequest } from './worker.ts';

const module = fileURLToPath(new URL('broken-kinds.ts', import.meta.url));
/** One of nine inputs is bad: the first batch of 250 contains it. */
const once = { module, minutes: 1, seed: 1, workers: 1, inputs: 1, batch: 1 };
const limits = { batch: 60_000, input: 2000, search: 20_000 };
const hanging: ReadonlySet<string> = new Set(['hangs', 'never-resolves']);

async function run(name: string, options: object = {}) {
  const chosen = kinds.filter((it) => it.name === name);
  const totals = createTotals(chosen);
  const found: (Finding & { readonly batch: BatchRequest })[] = [];
  const onFinding = (finding: Finding, batch: BatchRequest): void => void found.push({ ...finding, batch });
  await fuzz({ ...once, limits, kinds: chosen, onFinding, ...options }, totals);
  return { found, totals };
}

describe.skipIf(!isLong).concurrent(`an input is found${skippedInShort}`, () => {
  test.each([
    ['wrong', 'threw TypeError: wrong'],
    ['rejects-late', 'late: TypeError: a rejection'],
    ['throws-later', 'late: TypeError: a timer'],
    ['hangs', 'no reply in 2 s'],
    ['never-resolves', 'no reply in 2 s'],
    ['exits', 'the process ended with 3'],
    ['aborts', 'the process ended with SIGABRT'],
    ['slow-once', 'ms for the first time'],
  ])('%s', { timeout: 90_000 }, async (name, problem) => {
    const { found } = await run(name, hanging.has(name) ? { limits: { ...limits, batch: 3000 } } : {});
    expect(found).toEqual([
      { kind: name, problem: expect.stringContaining(problem), input: 'bad', batch: expect.anything() },
    ]);
  });
});

test.skipIf(!isLong).concurrent.each([
  ['wrong-with-state', 'threw TypeError: wrong'],
  ['exits-with-state', 'the process ended with 4'],
])(
  `inputs that fail one after the other are found: %s${skippedInShort}`,
  { timeout: 90_000 },
  async (name, problem) => {
    const { found } = await run(name);
    expect(found).toMatchObject([
      { kind: name, problem: expect.stringContaining(problem), before: ['a', 'bad'], input: 'bad' },
    ]);
  },
);

test.skipIf(!isLong)(
  `a kind without mistakes has no finding, and its batches are counted${skippedInShort}`,
  async () => {
    const { found, totals } = await run('fine', { inputs: 1000, batch: undefined });
    expect(found).toEqual([]);
    expect(totals.inputs).toBe(1000);
  },
);

test.skipIf(!isLong)(`the printed seed of a batch repeats the batch${skippedInShort}`, async () => {
  const { found } = await run('wrong', { seed: 20261122, batch: undefined });
  const again = await run('wrong', { seed: 7, batch: found[0]?.batch.seed });
  expect(again.found).toEqual(found);
  expect(again.totals.inputs).toBeLessThan(300);
});
