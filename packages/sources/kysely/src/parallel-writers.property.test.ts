/** Parallel writers and access rules: a resource that the rules protect stays as it is, whatever the order of the writes. */

import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../core/test/runs.ts';
import { randomOf } from '../../../server/test/access-world.ts';
import { manners, writeInParallel } from '../test/parallel-writers.ts';
import { useWriters } from '../test/use-writers.ts';
import { places, type WritersPlace } from '../test/writers-world.ts';

/** `ACCESS_CASES=2000 npm run test:unit -- run packages/sources/kysely/src/parallel-writers` sends more writes to each database. */
const CASES = casesOf('ACCESS_CASES', { long: 240, short: 96 });
const WRITERS = 12;

/** Sources that do not lock what the rules decide about. */
function withoutLocks(sources: WritersPlace['sources']): WritersPlace['sources'] {
  const unlocked = Object.entries(sources).map(([type, source]) => [
    type,
    {
      ...source,
      find: (...[ids, selection, call]: Parameters<typeof source.find>) =>
        source.find(ids, selection, { ...call, forUpdate: false }),
    },
  ]);
  return Object.fromEntries(unlocked);
}

describe.each(places)('$name', ({ name, missing }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'parallel writers', () => {
    const writers = useWriters(name);

    async function run(manner: (typeof manners)[number], from: number, rounds: number, isLocked = true) {
      const found: string[] = [];
      const counts = new Map<number, number>();
      let finals = 0;
      for (let seed = from; seed < from + rounds; seed++) {
        await writers.place.reset();
        const sources = isLocked ? writers.place.sources : withoutLocks(writers.place.sources);
        const result = await writeInParallel(writers.place, randomOf(seed), { manner, writers: WRITERS }, sources);
        for (const status of result.statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
        finals += result.finals;
        found.push(...result.changed.map((it) => `seed ${seed}: ${it}`));
        if (result.failures.length > 0) throw new Error(`seed ${seed} failed`, { cause: result.failures[0] });
      }
      return { found, counts, finals };
    }

    test.each(manners)(
      '%s: nothing changes what is published',
      async (manner) => {
        const rounds = Math.ceil(CASES / WRITERS);
        const { found, counts, finals } = await run(manner, 1, rounds);
        expect(found).toEqual([]);
        // Otherwise the writers did not meet, and nothing was tried.
        expect(finals).toBeGreaterThan(rounds / 2);
        expect((counts.get(204) ?? 0) + (counts.get(200) ?? 0)).toBeGreaterThan(rounds);
        expect((counts.get(403) ?? 0) + (counts.get(404) ?? 0)).toBeGreaterThan(rounds);
      },
      120_000,
    );

    test.skipIf(name === 'memory' || name === 'SQLite')(
      'sources without locks are detected',
      async () => {
        let found: readonly string[] = [];
        for (let seed = 1; found.length === 0 && seed < 400; seed += 10)
          ({ found } = await run('rules of writes', seed, 10, false));
        expect(found.length).toBeGreaterThan(0);
      },
      120_000,
    );
  });
});
