import type { PGlite } from '@electric-sql/pglite';
import { type SuiteCase, sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someOf } from '../../packages/core/test/runs.ts';
import { openEmptyPglite } from '../../packages/kysely/test/pglite.ts';
import { fillStatements, suiteSchema } from '../../packages/kysely/test/suite-tables.ts';
import { tables, toMany } from './drizzle-schema.ts';
import { createDrizzleSources } from './drizzle-source.ts';

let pglite: PGlite;
let sources: ReturnType<typeof createDrizzleSources>;
beforeAll(async () => {
  pglite = await openEmptyPglite();
  await pglite.exec(suiteSchema('PGlite'));
  sources = createDrizzleSources(suiteApi, drizzle(pglite), tables, toMany);
});
afterAll(() => pglite?.close());

const open = async () => {
  await pglite.exec(fillStatements());
  return sources;
};
test('the order of a column that is never NULL is that of an ordinary index', async () => {
  const ran: string[] = [];
  const logger = { logQuery: (statement: string) => void ran.push(statement) };
  const { articles } = createDrizzleSources(suiteApi, drizzle(pglite, { logger }), tables, toMany);
  const call = { context: undefined, signal: new AbortController().signal };
  const query = { filter: [], page: { offset: 0, limit: 1 }, total: false };
  const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
  for (const field of ['title', 'words'])
    await articles?.list({ ...query, selection, sort: [{ field, descending: false }] }, call);
  expect(ran.map((statement) => /order by (.*) limit/.exec(statement)?.[1])).toEqual([
    '"article"."headline" asc, "article"."id" asc',
    '"article"."words" asc nulls first, "article"."id" asc',
  ]);
});

test.each(someOf(sourceSuite(open), 4).map((it: SuiteCase) => [it.name, it] as const))('%s', (_, { run }) => run());
