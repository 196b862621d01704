/** Writes docs/databases.md: runs the suite of sources on every database that is installed. */
import { writeFileSync } from 'node:fs';
import type { DataSource } from '../../packages/server/src/index.ts';
import { sourceSuite } from '../../packages/server/src/source-suite.ts';
import { everyDatabase } from '../../packages/sources/kysely/test/databases.ts';
import {
  databasesDocument,
  memorySuite,
  resultsOf,
  type SuiteResults,
} from '../../packages/sources/kysely/test/databases-document.ts';
import { mappingResults } from '../../packages/sources/kysely/test/mapping-worlds.ts';
import { setup, teardown } from '../../packages/sources/kysely/test/shared-servers.ts';
import { openSuite } from '../../packages/sources/kysely/test/suite-tables.ts';

const results: Map<string, Awaited<ReturnType<typeof resultsOf>> | undefined> = new Map();
results.set('memory', await resultsOf(memorySuite()));
await setup();
try {
  for (const database of everyDatabase) {
    if (database.missing !== undefined) {
      console.warn(`${database.name}: ${database.missing}`);
      results.set(database.name, undefined);
      continue;
    }
    const suite = await openSuite(database);
    const open = async (): Promise<Readonly<Record<string, DataSource>>> => {
      await suite.fill();
      return suite.sources as never;
    };
    const suiteResults = await resultsOf(sourceSuite(open));
    await suite.close();
    results.set(database.name, new Map([...suiteResults, ...(await mappingResults(database))]));
  }
} finally {
  await teardown();
}
writeFileSync(new URL('../../docs/databases.md', import.meta.url), databasesDocument(results satisfies SuiteResults));
