import { expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { everyDatabase } from '../../../sources/kysely/test/databases.ts';
import type { StoreName } from './open-stores.ts';
import { runWorlds, shownFinding } from './run-worlds.ts';

const pairs = isLong ? 3000 : 600;
// Servers take ten times as long for a request.
const ofServers = isLong ? (['PostgreSQL', 'MariaDB'] as const) : [];
const stores: readonly (readonly [pairs: number, name: StoreName])[] = [
  [pairs, 'memory'],
  [pairs, 'SQLite'],
  ...ofServers.map((name) => [400, name] as const),
];

test.for(stores)(
  '%i pairs of requests over %s: two worlds look the same to a user who cannot read what differs',
  { timeout: 120_000 },
  async ([count, name], { skip }) => {
    const missing = everyDatabase.find((it) => it.name === name)?.missing;
    skip(missing !== undefined, missing);
    const result = await runWorlds(name, { pairs: count, seed: 1 });
    expect(result.findings.map((it) => shownFinding(name, it))).toEqual([]);
    expect(result.pairs).toBeGreaterThanOrEqual(count);
  },
);
