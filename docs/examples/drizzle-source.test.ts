import { PGlite } from '@electric-sql/pglite';
import { type SuiteCase, sourceSuite, suiteApi } from '@linkage/server/source-suite';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, test } from 'vitest';
import { fillStatements, suiteSchema } from '../../packages/kysely/test/suite-tables.ts';
import { tables, toMany } from './drizzle-schema.ts';
import { createDrizzleSources } from './drizzle-source.ts';

let pglite: PGlite;
let sources: ReturnType<typeof createDrizzleSources>;
beforeAll(async () => {
  pglite = await PGlite.create();
  await pglite.exec(suiteSchema('PGlite'));
  sources = createDrizzleSources(suiteApi, drizzle(pglite), tables, toMany);
}, 60_000);
afterAll(() => pglite?.close());

const open = async () => {
  await pglite.exec(fillStatements());
  return sources;
};
test.each(sourceSuite(open).map((it: SuiteCase) => [it.name, it] as const))('%s', (_, { run }) => run());
