import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { Kysely, PGliteDialect } from 'kysely';
import { isLong } from '../../../../packages/core/test/runs.ts';
import { everyDatabase, type OpenDatabase } from '../../../../packages/sources/kysely/test/databases.ts';
import { createDocumentCheck } from '../../../../packages/tools/openapi/test/document-check.ts';
import type { Tester } from '../../tracker/tester/tester.ts';
import { insertDemo } from '../demo.ts';
import { createClinic } from '../server.ts';

const postgres = everyDatabase.find(({ name }) => name === 'PostgreSQL');

/** The databases of the clinic. PostgreSQL is a server of this machine; without one, its tests are skipped with the reason. */
export const databases = [
  {
    name: 'PGlite',
    missing: isLong || postgres?.missing !== undefined ? undefined : 'SKIPPED in the short form',
    async open() {
      const dialect = new PGliteDialect({ pglite: new PGlite({ extensions: { btree_gist } }) });
      return { dialect, close: async () => undefined };
    },
  },
  { name: 'PostgreSQL', missing: postgres?.missing, open: async () => (await postgres?.open()) as OpenDatabase },
] as const;

/** A database that this machine has. */
export const anyDatabase = databases[postgres?.missing === undefined ? 1 : 0];

/** Creates a clinic over an empty database, with the rows of the demo. */
export async function openClinic({ open }: (typeof databases)[number], statements: string[] = []) {
  const opened = await open();
  const db = new Kysely<never>({ dialect: opened.dialect, log: ({ query }) => void statements.push(query.sql) });
  const clinic = await createClinic(db, 'a text of thirty-two bytes or more');
  await insertDemo(db);
  const { payload } = await clinic.app.inject({ url: '/api/openapi.json', headers: { authorization: 'Bearer ada' } });
  const described = createDocumentCheck(JSON.parse(payload));
  const problemOf: Tester['problemOf'] = (exchange) => described.problemOf(exchange as never);
  const close = async (): Promise<void> => {
    await clinic.app.close();
    await db.destroy();
    await opened.close();
  };
  return { ...clinic, db, problemOf, close };
}
