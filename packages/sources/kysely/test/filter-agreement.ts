import { formatQuery } from '@linkage/core';
import { createServer } from '@linkage/server';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { pick, randomOf } from '../../../server/test/access-world.ts';
import type { DatabaseName, OpenDatabase } from './databases.ts';
import { modelOf } from './filter-model.ts';
import { conditionOf, filterWorldOf, scriptOf, sqlSourcesOf } from './filter-world.ts';

const WORLDS = 8;
const FILTERS = 12;

/** Expects that random filters under random access rules find on a database, whose statements an ORM runs, what a plain model finds. */
export async function expectFiltersAgree(name: DatabaseName, db: Kysely<never>, exec: OpenDatabase['exec']) {
  const isMariadb = name === 'MariaDB';
  let found = 0;
  for (let seed = 1; seed <= WORLDS; seed++) {
    const random = randomOf(seed);
    const world = filterWorldOf(random, { accents: !isMariadb, depth: isMariadb ? 0 : 2 });
    await exec(scriptOf(world, name, `s${seed}_`));
    const access = Object.fromEntries([...world.rules].map(([type, rule]) => [type, { read: () => rule }]));
    const limits = { filterDepth: 5, filterValues: 1000, filterCost: Infinity, urlLength: 100_000 };
    const sources = sqlSourcesOf(world, db, `s${seed}_`);
    const server = createServer(world.api, sources as never, { defaultAccess: 'allow', access, limits } as never);
    const model = modelOf(world, false);
    for (let index = 0; index < FILTERS; index++) {
      const type = pick(random, [...world.rows.keys()]);
      const filter = [conditionOf(random, world, type, { depth: isMariadb ? 1 : 2 })];
      const query = formatQuery(world.api, type, { filter: filter as never, sort: ['id'] });
      const { status, body } = await server.handle({ method: 'GET', url: `/${type}?${query}`, headers: {} });
      const ids = JSON.parse(String(body)).data?.map(({ id }: { id: string }) => id);
      expect([seed, query, status, ids]).toEqual([seed, query, 200, model.found(type, filter)]);
      found += ids.length;
    }
  }
  // Otherwise the filters would say nothing.
  expect(found).toBeGreaterThan(WORLDS);
}
