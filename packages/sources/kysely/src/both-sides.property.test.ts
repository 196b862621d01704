import { expect, test, vi } from 'vitest';
import { casesOf, someOf } from '../../../core/test/runs.ts';
import { randomOf } from '../../../server/test/access-world.ts';
import { inMemory, openInMemory } from '../test/sides-memory.ts';
import { judge, type Write } from '../test/sides-oracle.ts';
import { requestOf, writeOf } from '../test/sides-requests.ts';
import { openWorld, type Sabotage, type State, stateOf, type World, worldOf } from '../test/sides-world.ts';

/** How many writes are tried. `ACCESS_CASES=20000 npm run test:unit -- run packages/sources/kysely/src/both-sides` tries more. */
const CASES = casesOf('ACCESS_CASES', { long: 2000, short: 300 });
// A busy machine takes 100 milliseconds for each case.
vi.setConfig({ testTimeout: Math.max(600_000, CASES * 100) });
const WRITES = 5;

interface Finding {
  readonly where: string;
  readonly got: unknown;
  readonly expected: unknown;
}

/** Sends random writes to random servers over SQLite, and compares answers and data with what the rules say. */
async function findDifferences(cases: number, sabotage?: Sabotage, store: 'SQLite' | 'memory' = 'SQLite') {
  const findings: Finding[] = [];
  const counts = { allowed: 0, rejected: 0, rejectedByInverses: 0 };
  for (let seed = 1; seed <= Math.ceil(cases / WRITES); seed++) {
    const random = randomOf(seed);
    const world: World = store === 'memory' ? inMemory(worldOf(random)) : worldOf(random);
    let state: State = stateOf(random, world);
    const failures: unknown[] = [];
    const onError = (error: unknown): void => void failures.push(error);
    const opened =
      store === 'memory' ? openInMemory(world, state, onError) : openWorld(world, state, onError, sabotage);
    for (let index = 0; index < WRITES; index++) {
      const write: Write = writeOf(random, world, state);
      const expected = judge(world, state, write);
      const request = requestOf(world, write);
      const { status, body } = await opened.server.handle(request);
      const after = await opened.state();
      const where = `seed ${seed}.${index}: ${request.method} ${request.url} ${request.body ?? ''}`;
      if (failures.length > 0) throw new Error(`${where} failed`, { cause: failures[0] });
      const got = { isAllowed: status < 300, after };
      const isSame = JSON.stringify(sorted(got)) === JSON.stringify(sorted(expected));
      if (!isSame) findings.push({ where: `${where} ${status} ${body ?? ''}`, got, expected });
      counts[expected.isAllowed ? 'allowed' : 'rejected'] += 1;
      const open = {
        ...world,
        links: world.links.map((link) => ({ ...link, sides: link.sides.map((it) => ({ ...it, isOpen: true })) })),
      };
      if (!expected.isAllowed && judge(open as never, state, write).isAllowed) counts.rejectedByInverses += 1;
      // A finding would only repeat itself.
      if (!isSame) break;
      state = after;
    }
    opened.close();
  }
  return { findings, counts };
}

function sorted({ isAllowed, after }: ReturnType<typeof judge>): unknown {
  const rows = Object.entries(after.rows).map(([type, own]) => [type, Object.entries(own).sort()]);
  return [isAllowed, rows, after.pairs.map((pairs) => pairs.map(String).sort())];
}

test(`${CASES} random writes over SQLite: both relationships of every link that changes allowed it, and nothing else changed`, async () => {
  const { findings, counts } = await findDifferences(CASES);
  expect(findings.slice(0, 3)).toEqual([]);
  // Otherwise the cases would say nothing.
  expect(counts.allowed / CASES).toBeGreaterThan(0.15);
  expect(counts.rejectedByInverses / CASES).toBeGreaterThan(0.03);
});

test(`${CASES} random writes in memory, with and without inverses: as over SQLite`, async () => {
  const { findings, counts } = await findDifferences(CASES, undefined, 'memory');
  expect(findings.slice(0, 3)).toEqual([]);
  expect(counts.allowed / CASES).toBeGreaterThan(0.15);
  expect(counts.rejectedByInverses / CASES).toBeGreaterThan(0.03);
});

test.each(someOf(['sources declare no storage', 'every inverse is open'] as const, 2))(
  'a server is caught in which %s',
  async (sabotage) => {
    expect((await findDifferences(500, sabotage)).findings.length).toBeGreaterThan(10);
  },
);
