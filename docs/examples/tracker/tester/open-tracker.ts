import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { everyDatabase, type OpenDatabase } from '../../../../packages/sources/kysely/test/databases.ts';
import { createDocumentCheck } from '../../../../packages/tools/openapi/test/document-check.ts';
import type { Database } from '../database.ts';
import { insertDemo } from '../demo.ts';
import { createTracker } from '../server.ts';
import type { Tester } from './tester.ts';

/** The databases of the tracker. PostgreSQL is a server of this machine; without one, its tests are skipped with the reason. */
export const databases = everyDatabase.filter(({ name }) => name === 'SQLite' || name === 'PostgreSQL');

/** Creates a tracker over an empty database, with the rows of the demo. */
export async function openTracker(database: Database, opened: OpenDatabase) {
  const db = new Kysely<never>({ dialect: opened.dialect });
  const folder = await mkdtemp(join(tmpdir(), 'tracker-'));
  const tracker = await createTracker(db, database, { folder, secret: 'a text of thirty-two bytes or more' });
  await insertDemo(db);
  const { payload } = await tracker.app.inject({
    url: '/api/openapi.json',
    headers: { authorization: 'Bearer ada' },
  });
  const described = createDocumentCheck(JSON.parse(payload));
  const problemOf: Tester['problemOf'] = (exchange) => described.problemOf(exchange as never);
  const close = async (): Promise<void> => {
    await tracker.app.close();
    await db.destroy();
    await opened.close();
    await rm(folder, { recursive: true });
  };
  return { ...tracker, problemOf, folder, close, openApi: payload };
}
