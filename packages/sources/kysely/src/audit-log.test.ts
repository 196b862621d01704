/** The option `afterWrite` keeps an audit log: who, what, and which fields from and to, in the transaction, on every database. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AfterWrite, atomicOperations, createServer, defineContext } from '@linkage/server';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../server/test/atomic-request.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, jsonColumn, readDatabaseSchema } from './index.ts';

const name = z.string();
const api = defineApi({
  patients: {
    attributes: { name, age: z.int().nullable().default(null), pin: attribute(name.optional(), { read: false }) },
    relationships: { visits: toMany('visits'), tags: toMany('tags') },
  },
  visits: { attributes: { text: name }, relationships: { patient: toOne('patients') } },
  beds: { attributes: { text: name }, relationships: { patient: toOne('patients') } },
  bills: { attributes: { text: name }, relationships: { visit: toOne('visits') } },
  tags: { attributes: { name } },
  entries: {
    attributes: { user: name, action: name, changes: z.json(), subject: attribute(name, { filter: true }) },
  },
});
const jsonOf: Readonly<Record<DatabaseName, string>> = {
  SQLite: 'text',
  MariaDB: 'json',
  PostgreSQL: 'jsonb',
  PGlite: 'jsonb',
};
const tablesOf = (database: DatabaseName): string => `
  create table patient (
    id varchar(40) primary key, name varchar(40) not null, age integer, pin varchar(20));
  create table bed (id varchar(40) primary key, text varchar(40) not null, patient_id varchar(40), foreign key (patient_id) references patient (id) on delete set null);
  create table visit (id varchar(40) primary key, text varchar(40) not null, patient_id varchar(40), foreign key (patient_id) references patient (id) on delete cascade);
  create table bill (id varchar(40) primary key, text varchar(40) not null, visit_id varchar(40), foreign key (visit_id) references visit (id) on delete cascade);
  create table tag (id varchar(40) primary key, name varchar(40) not null);
  create table patient_tag (
    patient_id varchar(40) not null, tag_id varchar(40) not null, primary key (patient_id, tag_id),
    foreign key (patient_id) references patient (id) on delete cascade, foreign key (tag_id) references tag (id)
  );
  create table entry (
    id varchar(40) primary key, user_name varchar(20) not null, action varchar(20) not null, changes ${jsonOf[database]} not null,
    subject varchar(60) not null
  );`;

interface User {
  readonly user: string;
}
const context = defineContext(({ headers }): User => ({ user: String(headers['x-user'] ?? 'Ann') }));
const afterWrite: AfterWrite<typeof api, User> = async ({ type, id, action, changes, context: { user }, writes }) => {
  if (type === 'entries') return;
  const attributes = { user, action, changes: changes as never, subject: `${type} ${id}` };
  await writes.withoutRules.create('entries', { attributes });
};

describe.each(databases)('$name', ({ name: database, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'an audit log', () => {
    const statements: string[] = [];
    const used = useDatabase<never>(open, tablesOf(database), statements);
    beforeEach(() =>
      used.exec(`delete from entry; delete from bed; delete from bill; delete from visit; delete from patient_tag; delete from tag; delete from patient;
        insert into tag values ('t1', 'One'), ('t2', 'Two');`),
    );
    const start = async (options: object = {}) => {
      let count = 0;
      const sources = createKyselySources(
        api,
        used.db,
        {
          patients: {
            table: 'patient',
            relationships: {
              visits: { foreignKey: 'patient_id' },
              tags: { through: 'patient_tag', from: 'patient_id', to: 'tag_id' },
            },
            newId: () => `p${++count}`,
          },
          visits: { table: 'visit', relationships: { patient: { column: 'patient_id' } }, newId: () => `v${++count}` },
          beds: { table: 'bed', relationships: { patient: { column: 'patient_id' } } },
          bills: { table: 'bill', relationships: { visit: { column: 'visit_id' } } },
          tags: { table: 'tag' },
          entries: {
            table: 'entry',
            attributes: { user: 'user_name', changes: jsonColumn() },
            newId: () => `e${String(++count).padStart(5, '0')}`,
          },
        },
        { databaseSchema: await readDatabaseSchema(used.db), context, onWarning: () => undefined },
      );
      const server = createServer(api, sources, {
        context,
        extensions: [atomicOperations({ limit: 200 })],
        ...({ afterWrite } as object),
        ...options,
      });
      const send = requestsTo(server);
      const entries = async () => {
        const { document } = await send('GET /entries?sort=id&page[size]=100');
        return document.data.map((it: never) => {
          const { action, subject, changes } = (it as { attributes: Readonly<Record<string, unknown>> }).attributes;
          return [`${action} ${subject}`, changes];
        });
      };
      return { server, send, entries };
    };
    const patient = (id: string | undefined, attributes: object, relationships: object = {}) => ({
      ...{ type: 'patients', attributes, relationships },
      ...(id !== undefined && { id }),
    });
    const tag = (id: string) => ({ type: 'tags', id });

    test('each write, with the fields that it changed, from and to', async () => {
      const { send, entries } = await start();
      const as = { 'x-user': 'Bo' };
      const tags = { tags: { data: [tag('t1')] } };
      await send('POST /patients', patient(undefined, { name: 'Cy', pin: '1234' }, tags), as);
      await send('PATCH /patients/p1', patient('p1', { name: 'Cyd', age: 7 }, { tags: { data: [tag('t2')] } }), as);
      await send('PATCH /patients/p1', patient('p1', { name: 'Cyd', pin: '5678' }), as);
      await send('POST /patients/p1/relationships/tags', [tag('t1')], as);
      await send('DELETE /patients/p1/relationships/tags', [tag('t1')], as);
      await send('POST /patients/p1/relationships/tags', [tag('t2')], as);
      await send('PATCH /patients/p1/relationships/tags', [], as);
      await send('DELETE /patients/p1', undefined, as);
      expect(await entries()).toEqual([
        ['create patients p1', { name: { to: 'Cy' }, age: { to: null }, pin: {}, tags: { to: [tag('t1')] } }],
        [
          'update patients p1',
          {
            name: { from: 'Cy', to: 'Cyd' },
            age: { from: null, to: 7 },
            tags: { from: [tag('t1')], to: [tag('t2')] },
          },
        ],
        ['update patients p1', { pin: {} }],
        ['updateRelationship patients p1', { tags: { add: [tag('t1')] } }],
        ['updateRelationship patients p1', { tags: { remove: [tag('t1')] } }],
        ['updateRelationship patients p1', { tags: { add: [] } }],
        ['updateRelationship patients p1', { tags: { from: [tag('t2')], to: [] } }],
        [
          'delete patients p1',
          {
            ...{ name: { from: 'Cyd' }, age: { from: 7 } },
            ...{ visits: { from: [] }, tags: { from: [] } },
          },
        ],
      ]);
      const { document } = await send('GET /entries?filter[subject]=patients%20p1&page[size]=1');
      expect(document.data[0].attributes.user).toBe('Bo');
    });

    test('a write of one side of a link is one entry', async () => {
      const { send, entries } = await start();
      await send('POST /patients', patient(undefined, { name: 'Cy' }));
      const visit = {
        type: 'visits',
        attributes: { text: 'V' },
        relationships: { patient: { data: { type: 'patients', id: 'p1' } } },
      };
      await send('POST /visits', visit);
      const all = await entries();
      expect(all.map(([line]: [string]) => line.replace(/\d+$/, ''))).toEqual(['create patients p', 'create visits v']);
    });

    const one = (type: string, id: string) => ({ type, id });
    /** Patient a with visits, a bill of the first one, and a bed. */
    const withVisits = (visits: readonly string[]) =>
      used.exec(`insert into patient values ('a', 'Ann', 7, null);
        insert into bed values ('1', 'Bed', 'a');
        insert into patient_tag values ('a', 't1');
        insert into visit values ${visits.map((id) => `('${id}', 'V', 'a')`).join()};
        insert into bill values ('b1', 'B', '${visits[0]}');`);

    test('a deletion, with what it deletes and unlinks, too', async () => {
      await withVisits(['v1', 'v2']);
      const told: unknown[] = [];
      const note: AfterWrite<typeof api, User> = (write) => {
        if (write.type !== 'entries') told.push([write.type, write.id, write.causedBy, write.untold]);
        return afterWrite(write);
      };
      const { send, entries } = await start({ afterWrite: note });
      expect((await send('DELETE /patients/a')).status).toBe(204);
      const patient = { patient: { from: one('patients', 'a') } };
      expect(await entries()).toEqual([
        [
          'delete patients a',
          {
            ...{
              name: { from: 'Ann' },
              age: { from: 7 },
              visits: { from: [one('visits', 'v1'), one('visits', 'v2')] },
            },
            ...{ tags: { from: [tag('t1')] } },
          },
        ],
        ['delete visits v1', { text: { from: 'V' }, ...patient }],
        ['delete visits v2', { text: { from: 'V' }, ...patient }],
        ['delete bills b1', { text: { from: 'B' }, visit: { from: one('visits', 'v1') } }],
        ['updateRelationship beds 1', { patient: { from: one('patients', 'a'), to: null } }],
      ]);
      const cause = one('patients', 'a');
      expect(told).toEqual([
        ['patients', 'a', undefined, undefined],
        ...['v1', 'v2'].map((id) => ['visits', id, cause, undefined]),
        ['bills', 'b1', cause, undefined],
        ['beds', '1', cause, undefined],
      ]);
    });

    test('the rules of what the database deletes, too: 403, and nothing is deleted', async () => {
      await withVisits(['v1']);
      const { send } = await start({ defaultAccess: 'allow', access: { bills: { delete: () => false } } });
      const rejected = await send('DELETE /patients/a');
      expect([rejected.status, (await send('GET /bills')).ids]).toEqual([403, 'b1']);
    });

    test('a deletion of more than the limit says of which types it does not tell', async () => {
      await withVisits(['v1', 'v2', 'v3']);
      const told: unknown[] = [];
      const note = ({ type, id, untold }: Parameters<typeof afterWrite>[0]) => void told.push([type, id, untold]);
      const { send } = await start({ afterWrite: note, limits: { includedLinkage: 2 } });
      expect((await send('DELETE /patients/a')).status).toBe(204);
      expect(told).toEqual([
        ['patients', 'a', ['visits']],
        ['beds', '1', undefined],
      ]);
    });

    test('an entry of what a deletion deletes that fails undoes it, also if a creation reads before', async () => {
      await withVisits(['v1', 'v2']);
      let isFailing = true;
      const failing: typeof afterWrite = async (write) => {
        if (isFailing && write.id === 'v2') throw new Error('no');
        await afterWrite(write);
      };
      let rule = 0;
      const allow = () => true;
      const { send, entries } = await start({
        ...{ afterWrite: failing, defaultAccess: 'allow', onError: () => undefined },
        // Later entries read, earlier ones do not.
        access: {
          entries: {
            read: allow,
            create: (_: unknown, subject: object) => (++rule > 3 ? 'call' in { ...subject } : true),
          },
        },
      });
      expect((await send('DELETE /patients/a')).status).toBe(500);
      expect([(await send('GET /patients')).ids, await entries()]).toEqual(['a', []]);
      isFailing = false;
      expect((await send('DELETE /patients/a')).status).toBe(204);
      expect(await entries()).toHaveLength(5);
    });

    test('an entry that fails undoes the write, and a write that fails has no entry', async () => {
      const failing = await start({
        afterWrite: () => {
          throw new Error('no');
        },
        onError: () => undefined,
      });
      expect((await failing.send('POST /patients', patient(undefined, { name: 'Cy' }))).status).toBe(500);
      const { send, entries } = await start();
      expect((await send('GET /patients')).ids).toBe('');
      const data = patient(undefined, { name: 'Cy' }, { tags: { data: [tag('none')] } });
      expect((await send('POST /patients', data)).status).toBe(404);
      expect(await entries()).toEqual([]);
    });

    test('after the hook of the type, whose creations have entries, too', async () => {
      const order: string[] = [];
      const { send, entries } = await start({
        hooks: {
          patients: {
            create: {
              async after({ writes }: { writes: { create(type: string, fields: object): Promise<unknown> } }) {
                order.push('own');
                await writes.create('tags', { id: 't3', attributes: { name: 'Three' } });
              },
            },
          },
        },
      });
      await send('POST /patients', patient(undefined, { name: 'Cy' }));
      expect(order).toEqual(['own']);
      expect((await entries()).map(([line]: [string]) => line)).toEqual(['create tags t3', 'create patients p1']);
    });

    test.skipIf(database === 'MariaDB')('a list of writes is a bounded number of statements', async () => {
      const { server } = await start();
      const ids = Array.from({ length: 100 }, (_, index) => `u${index}`);
      const values = ids.map((id) => `('${id}', 'Old', null, null)`).join();
      await used.exec(`insert into patient values ${values};`);
      const adds = ids.map((id) => ({ op: 'add', data: patient(undefined, { name: `of ${id}` }) }));
      const updates = ids.map((id) => ({ op: 'update', data: patient(id, { name: `new ${id}` }) }));
      const countOf = async (
        options: object,
        run: (started: Awaited<ReturnType<typeof start>>) => Promise<unknown>,
      ) => {
        const started = await start(options);
        statements.length = 0;
        await run(started);
        return statements.length;
      };
      const tagged = ids.map((id) => ({ op: 'update', data: patient(id, {}, { tags: { data: [tag('t2')] } }) }));
      const retag = async (options: object) => {
        await used.exec(
          `delete from patient_tag; insert into patient_tag values ${ids.map((id) => `('${id}', 't1')`).join()};`,
        );
        return countOf(options, async (started) => expect((await operate(started.server, tagged)).status).toBe(200));
      };
      // One reads the links of all, one the patients, one the tags, which the source checks alone without a log, and one writes the entries.
      expect((await retag({})) - (await retag({ afterWrite: undefined }))).toBeLessThanOrEqual(4);
      const { rows: found } = await sql<{ changes: unknown }>`select changes from entry`.execute(used.db);
      const strings = found.map(({ changes }) => (typeof changes === 'string' ? JSON.parse(changes) : changes));
      expect(strings).toEqual(ids.map(() => ({ tags: { from: [tag('t1')], to: [tag('t2')] } })));
      const deletion = async (visits: readonly string[]) => {
        await used.exec(
          'delete from entry; delete from patient_tag; delete from bed; delete from bill; delete from visit; delete from patient;',
        );
        await withVisits(visits);
        return countOf({}, ({ send }) => send('DELETE /patients/a'));
      };
      expect(await deletion(ids)).toBe(await deletion(['v1', 'v2']));
      await used.exec(`delete from entry; insert into patient values ${values};`);
      for (const list of [adds, updates]) {
        await used.exec('delete from entry;');
        statements.length = 0;
        const { status } = await operate(server, list);
        expect(status).toBe(200);
        const count = statements.length;
        expect([count, count <= 6]).toEqual([count, true]);
        const inserts = statements.filter((it) => /^insert into "?entry/.test(it));
        expect(inserts).toHaveLength(1);
        const { rows } = await sql<{ n: number }>`select count(*) as n from entry`.execute(used.db);
        expect(Number(rows[0]?.n)).toBe(100);
      }
    });
  });
});
