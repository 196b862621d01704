/** A list of creations whose hooks keep an audit log: a bounded number of statements, also with an outbox and keys, and the same result. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { type AfterWrite, atomicOperations, createServer, idempotencyKeys } from '@linkage/server';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toFetchHandler } from '../../../adapters/fetch/src/index.ts';
import { atomicRequests, createClient, importRows } from '../../../client/src/index.ts';
import { isLong } from '../../../core/test/runs.ts';
import { operate } from '../../../server/test/atomic-request.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createOutboxTable,
  readDatabaseSchema,
} from './index.ts';

const name = z.string();
const api = defineApi({
  patients: { attributes: { name }, relationships: { entries: toMany('entries', { inverse: 'patient' }) } },
  entries: { attributes: { text: name }, relationships: { patient: toOne('patients', { inverse: 'entries' }) } },
});
const counted: Readonly<Record<DatabaseName, string>> = {
  ...{ SQLite: 'integer primary key', MariaDB: 'integer primary key auto_increment' },
  ...{ PostgreSQL: 'serial primary key', PGlite: 'serial primary key' },
};
const tablesOf = (database: DatabaseName): string => `
  create table patient (id ${counted[database]}, name varchar(40) not null);
  create table entry (id varchar(40) primary key, text varchar(80) not null, patient_id integer references patient (id));`;
const mapping = {
  patients: { table: 'patient', idType: 'integer', relationships: { entries: { foreignKey: 'patient_id' } } },
  entries: { table: 'entry', relationships: { patient: { column: 'patient_id' } } },
} as const;

const COUNT = 100;
/** The number of rows that are written one by one. */
const FEW = 20;
const ROWS = isLong ? 5000 : 300;
const adds = (from: number) =>
  Array.from({ length: COUNT }, (_, index) => ({
    op: 'add',
    data: { type: 'patients', attributes: { name: `n${from + index}` } },
  }));

/** An audit log. `isDeclared` says whether the hook declares what it does. */
const audit = (isDeclared: boolean) => ({
  onlyCreates: isDeclared,
  async after({ written, writes }: { written: { id: string; name: string }; writes: never }) {
    const { withoutRules } = writes as { withoutRules: { create(type: string, fields: object): Promise<unknown> } };
    const patient = { type: 'patients', id: String(written.id) };
    await withoutRules.create('entries', {
      attributes: { text: `created ${written.name}` },
      relationships: { patient },
    });
  },
});

describe.each(databases)('$name', ({ name: database, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'lists', () => {
    const statements: string[] = [];
    const used = useDatabase<never>(open, tablesOf(database), statements);
    beforeAll(async () => {
      await createOutboxTable(used.db);
      await createIdempotencyTable(used.db);
    });
    beforeEach(() =>
      used.exec('delete from entry; delete from patient; delete from outbox; delete from idempotency_key;'),
    );
    const serverOf = async (hook: object, hasOutbox: boolean, told?: AfterWrite) => {
      const options = { databaseSchema: await readDatabaseSchema(used.db), ...(hasOutbox ? { outbox: 'outbox' } : {}) };
      const sources = createKyselySources(api, used.db, mapping, options);
      const keys = idempotencyKeys({ store: createKyselyIdempotencyStore(used.db) });
      return createServer(api, sources, {
        limits: { requestTime: 60_000, sourceTime: 60_000 },
        extensions: [atomicOperations({ limit: COUNT })],
        ...(told === undefined ? { hooks: { patients: { create: hook } } } : { afterWrite: told }),
        ...(hasOutbox ? { idempotency: { keys, user: () => 'me' } } : {}),
      } as never);
    };
    const stored = async () => {
      const joined = sql<{ text: string; name: string }>`select text, name from entry
        inner join patient on patient.id = entry.patient_id order by patient.id`;
      return (await joined.execute(used.db)).rows;
    };

    test('an entry for each, with the same result as one by one', async () => {
      const results: unknown[] = [];
      for (const isDeclared of [true, false]) {
        await used.exec('delete from entry; delete from patient;');
        const server = await serverOf(audit(isDeclared), false);
        statements.length = 0;
        const { status, results: own } = await operate(server, adds(0).slice(0, isDeclared ? COUNT : FEW));
        expect(status).toBe(200);
        const count = statements.length;
        results.push(own.slice(0, FEW).map(({ data }) => [data.attributes, Object.keys(data.relationships)]));
        const rows = await stored();
        expect(rows.map(({ text }) => text)).toEqual(rows.map((row) => `created ${row.name}`));
        expect(rows).toHaveLength(isDeclared ? COUNT : FEW);
        // MariaDB sets the isolation of a transaction, and reads what it has written.
        if (isDeclared) expect([count, count <= (database === 'MariaDB' ? 11 : 8)]).toEqual([count, true]);
      }
      expect(results[0]).toEqual(results[1]);
    });

    const tell: AfterWrite = async ({ type, id, changes, writes }) => {
      if (type !== 'patients') return;
      const { to } = changes['name'] as { readonly to: string };
      const patient = { type: 'patients', id };
      await writes.create('entries', { attributes: { text: `created ${to}` }, relationships: { patient } });
    };
    test.each([
      ['a hook', undefined],
      ['the option `afterWrite`', tell],
    ])(
      'an import with %s, an outbox and keys: at most 12 statements for 100 rows',
      { timeout: 120_000 },
      async (_, told) => {
        const baseUrl = 'http://localhost';
        const fetch = toFetchHandler((await serverOf(audit(true), true, told)) as never);
        const client = createClient<typeof api>({ baseUrl, fetch, atomic: atomicRequests() });
        statements.length = 0;
        const progress = importRows(client, Array(ROWS).keys(), {
          ...{ key: 'patients', batchSize: COUNT },
          write: (it, row) => void it.add('patients', { attributes: { name: `n${row}` } }),
        });
        for await (const { done } of progress) expect(done % COUNT).toBe(0);
        const own = statements.filter((it) => !/^(?:begin|start|set|commit)/.test(it)).length / (ROWS / COUNT);
        expect([own, own <= 12]).toEqual([own, true]);
        expect(await stored()).toHaveLength(ROWS);
        const { rows } = await sql<{
          type: string;
        }>`select type from outbox where operation = 'create' order by entry`.execute(used.db);
        const types = rows.map(({ type }) => type);
        expect([types.length, types.slice(0, COUNT * 2)]).toEqual([
          ROWS * 2,
          [...adds(0).map(() => 'patients'), ...adds(0).map(() => 'entries')],
        ]);
      },
    );

    test('a hook that declares it can only create', async () => {
      const hook = {
        onlyCreates: true,
        after: ({
          written,
          writes,
        }: {
          written: { id: string };
          writes: { delete(type: string, id: string): Promise<unknown> };
        }) => writes.delete('patients', written.id),
      };
      const { status } = await operate(await serverOf(hook, false), adds(0).slice(0, 2));
      expect([status, await stored()]).toEqual([500, []]);
    });

    test('an entry that fails undoes all, and the error is that of its operation', async () => {
      let count = 0;
      const hook = {
        ...audit(true),
        after: (write: never) => {
          count++;
          const { written } = write as { written: { name: string } };
          if (written.name === 'n7') throw new Error('no');
          return audit(true).after(write);
        },
      };
      const { status } = await operate(await serverOf(hook, false), adds(0));
      expect([status, await stored(), count >= 8]).toEqual([500, [], true]);
    });
  });
});
