/** The suite of sources on libSQL, through a dialect of Kysely. `source-suite.test.ts` runs it through Drizzle. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { type SuiteCase, sourceSuite } from '@linkage/server/source-suite';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { someOf } from '../../../core/test/runs.ts';
import type { OpenDatabase } from '../../kysely/test/databases.ts';
import { openSuite } from '../../kysely/test/suite-tables.ts';
import { libsqlDialectOf } from '../test/libsql-kysely.ts';

async function open(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'linkage-libsql-'));
  const client = createClient({ url: `file:${join(folder, 'test.db')}` });
  return {
    dialect: libsqlDialectOf(client),
    connection: undefined,
    exec: (script) => client.executeMultiple(script),
    close: async () => {
      client.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe('libSQL with Kysely', () => {
  let suite: Awaited<ReturnType<typeof openSuite>>;
  beforeAll(async () => {
    suite = await openSuite({ name: 'SQLite', missing: undefined, open });
  });
  afterAll(() => suite?.close());

  const sources = async () => {
    await suite.fill();
    return suite.sources;
  };
  const cases = sourceSuite(sources as Parameters<typeof sourceSuite>[0]);
  test.each(someOf(cases, 4).map((it: SuiteCase) => [it.name, it] as const))('%s', (_, { run }) => run());
});
