import { formatQuery } from '@linkage/core';
import { createServer, type DataSource, type Server } from '@linkage/server';
import { expect, test } from 'vitest';
import { pick, randomOf } from '../../server/test/access-world.ts';
import { conditionOf, type FilterWorld, filterWorldOf, modelOf, sourcesOf } from '../test/filter-world.ts';

/** Filters to try; `ACCESS_CASES=20000` takes a few minutes. */
const CASES = Number(process.env['ACCESS_CASES'] ?? 300);
const FILTERS = 10;

function serverOf({ api, rules }: FilterWorld, sources: Record<string, DataSource>, failures: unknown[]): Server {
  const access = Object.fromEntries([...rules].map(([type, rule]) => [type, { read: () => rule }]));
  const limits = { filterDepth: 5, filterValues: 1000, urlLength: 100_000 };
  return createServer(api, sources as never, { access, limits, onError: (error: unknown) => failures.push(error) } as never);
}

async function answer(server: Server, url: string): Promise<unknown> {
  const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
  if (status !== 200) return status === 404 ? 404 : `${status} ${body}`;
  const { data } = JSON.parse(String(body));
  return Array.isArray(data) ? data.map(({ id }: { id: string }) => id) : 200;
}

test(`${CASES} random filters under random rules: memory, SQLite, and a plain model agree`, async () => {
  const findings: unknown[] = [];
  let [found, missed] = [0, 0];
  for (let seed = 1; seed <= Math.ceil(CASES / FILTERS) && findings.length === 0; seed++) {
    const random = randomOf(seed);
    const world = filterWorldOf(random);
    const model = modelOf(world);
    const { memory, sql, plain, close } = sourcesOf(world);
    const failures: unknown[] = [];
    const servers = { memory: serverOf(world, memory, failures), SQLite: serverOf(world, sql, failures) };
    const compare = serverOf(world, plain, failures);
    const types = [...world.rows.keys()];
    for (let index = 0; index < FILTERS; index++) {
      const type = pick(random, types);
      const filter = [conditionOf(random, world, type)];
      const expected = model.found(type, filter);
      const isDescending = random() < 0.5;
      const query = formatQuery(world.api, type, { filter: filter as never, sort: [isDescending ? '-id' : 'id'] });
      for (const [name, server] of Object.entries(servers)) {
        const got = await answer(server, `/${type}?${query}`);
        const wanted = isDescending ? expected.toReversed() : expected;
        const rules = Object.fromEntries(world.rules);
        if (JSON.stringify(got) !== JSON.stringify(wanted))
          findings.push({ seed, name, type, filter, rules, got, wanted });
      }
      found += expected.length;
      missed += model.visible(type).size - expected.length;
    }
    for (const type of types) {
      for (const { id } of world.rows.get(type) ?? []) {
        const wanted = model.visible(type).has(id) ? 200 : 404;
        for (const [name, server] of Object.entries({ ...servers, plain: compare })) {
          const got = await answer(server, `/${type}/${id}`);
          if (got !== wanted) findings.push({ seed, name, type, id, rule: world.rules.get(type), got, wanted });
        }
      }
    }
    close();
    if (failures.length > 0) findings.push({ seed, failures });
  }
  expect(findings.slice(0, 2)).toEqual([]);
  // Otherwise the cases would say nothing.
  expect(found).toBeGreaterThan(CASES / 2);
  expect(missed).toBeGreaterThan(CASES / 2);
}, 900_000);
