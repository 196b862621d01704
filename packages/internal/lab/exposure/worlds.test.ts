import { expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { runWorlds, shownFinding } from './run-worlds.ts';

const pairs = isLong ? 3000 : 600;

test.each(['memory', 'SQLite'] as const)(
  `${pairs} pairs of requests over %s: two worlds look the same to a user who cannot read what differs`,
  async (name) => {
    const result = await runWorlds(name, { pairs, seed: 1 });
    expect(result.findings.map((it) => shownFinding(name, it))).toEqual([]);
    expect(result.pairs).toBeGreaterThanOrEqual(pairs);
  },
);
