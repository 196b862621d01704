import { readDatabaseSchema } from '@linkage/kysely';
import { type SuiteCase, sourceSuite } from '@linkage/server/source-suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, someOf } from '../../../core/test/runs.ts';
import { countedArticles, fillStatements, readingFeatures, suiteSchema } from '../../kysely/test/suite-tables.ts';
import { everyPlace, type OpenDrizzle, otherDrivers } from '../test/databases.ts';
import { createSuiteSources } from '../test/suite-sources.ts';
import { kyselyOf } from './index.ts';

// PGlite speaks as PostgreSQL does, and the suite of `@linkage/kysely` runs on it.
const places = [...everyPlace, ...otherDrivers].filter(({ title }) => isLong || title !== 'PGlite');

describe.each(places)('$title', ({ title, name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'runs the suite of sources', () => {
    let database: OpenDrizzle;
    beforeAll(async () => {
      database = await open();
      await database.exec(suiteSchema(name));
    });
    afterAll(() => database?.close());

    test('the database schema confirms the mapping', async () => {
      createSuiteSources(name, database.db, { databaseSchema: await readDatabaseSchema(kyselyOf(database.db)) });
    });

    // Cases that only read leave the records as they are.
    let isChanged = true;
    const openSources = async () => {
      if (isChanged) await database.exec(fillStatements());
      isChanged = true;
      return createSuiteSources(name, database.db);
    };
    test('aggregates', async () => {
      expect(await countedArticles((await openSources()) as never)).toBe(5);
    });

    const cases = sourceSuite(openSources as Parameters<typeof sourceSuite>[0]);
    // Only the driver differs.
    const tried = title.includes('with') ? someOf(cases, 4) : cases;
    test.each(tried.map((it: SuiteCase) => [it.name, it] as const))('%s', async (_, { feature, run }) => {
      await run();
      isChanged = !readingFeatures.has(feature);
    });
  });
});
