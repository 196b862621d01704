/** Errors inside the hooks of an application are faults of the server. */

import { defineApi, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const api = defineApi({
  notes: { attributes: { title: z.string() }, clientGeneratedIds: true },
  audits: {
    attributes: { text: z.string().nullable().default(null) },
    relationships: { note: toOne('notes') },
    clientGeneratedIds: true,
  },
});
type Database = Record<'audit', Record<string, unknown>>;

const tables = `
  create table note (id varchar(20) primary key, title varchar(20) not null);
  create table audit (id varchar(20) primary key, text varchar(20) unique, note_id varchar(20) references note (id));
  insert into note values ('1', 'One'), ('2', 'Two');
  insert into audit values ('a', 'taken', null);
`;

const nothing = (): undefined => undefined;

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'errors in hooks', () => {
    const database = useDatabase<Database>(open, tables);
    let sources: ReturnType<typeof createSources>;
    const createSources = (databaseSchema: Awaited<ReturnType<typeof readDatabaseSchema>>) =>
      createKyselySources(
        api,
        database.db as never as Kysely<never>,
        { notes: { table: 'note' }, audits: { table: 'audit', relationships: { note: { column: 'note_id' } } } },
        { databaseSchema },
      );
    beforeAll(async () => {
      sources = createSources(await readDatabaseSchema(database.db));
    });

    const audit = (text: string | null, note: string | null) => ({
      ...{ type: 'audits', id: crypto.randomUUID().slice(0, 20), attributes: { text } },
      relationships: { note: note === null ? null : { type: 'notes', id: note } },
    });
    const works: Readonly<Record<string, (call: never) => Promise<unknown>>> = {
      'a foreign key in a statement': (call: { transaction: Kysely<Database> }) =>
        call.transaction.insertInto('audit').values({ id: 'x', note_id: 'none' }).execute(),
      'a unique value in a statement': (call: { transaction: Kysely<Database> }) =>
        call.transaction.insertInto('audit').values({ id: 'x', text: 'taken' }).execute(),
      'a foreign key in a source': (call) => Promise.resolve(sources.audits.create(audit(null, 'none') as never, call)),
      'a unique value in a source': (call) =>
        Promise.resolve(sources.audits.create(audit('taken', null) as never, call)),
      'an aborted call': () => Promise.reject(new DOMException('aborted', 'AbortError')),
      'a lost connection to another service': () =>
        Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', errno: -111 })),
    };
    const note = (id: string) => ({ type: 'notes', id, attributes: { title: 'New' } });

    // PostgreSQL rolls back at the commit after such an error, and older drivers do not report it.
    test.each(['before', 'after'] as const)(
      'a deletion is done if its response says so, although a hook ignores an error %s it',
      async (when) => {
        await database.exec("insert into note values ('9', 'Nine')");
        const work = works['a unique value in a statement'] as (call: never) => Promise<unknown>;
        const hook = { [when]: ({ call }: { call: never }) => work(call).then(nothing, nothing) };
        const options = { hooks: { notes: { delete: hook } } as never, onError: nothing };
        const { status } = await requestsTo(createServer(api, sources, options))('DELETE /notes/9');
        const left = await requestsTo(createServer(api, sources))('GET /notes/9');
        expect([status, left.status]).toEqual(status === 204 ? [204, 404] : [500, 200]);
        await database.exec("delete from note where id = '9'");
      },
    );

    describe.each(Object.entries(works))('%s', (_, work) => {
      test.each(['before', 'after'] as const)('%s each write', async (when) => {
        const hook = { [when]: ({ call }: { call: never }) => work(call).then(() => undefined) };
        const failures: unknown[] = [];
        const server = createServer(api, sources, {
          hooks: { notes: { create: hook, update: hook, delete: hook } } as never,
          onError: (error) => void failures.push(error),
        });
        const send = requestsTo(server);
        for (const [line, data] of [
          ['DELETE /notes/1', undefined],
          ['PATCH /notes/2', note('2')],
          ['POST /notes', note('3')],
        ] as const) {
          failures.length = 0;
          const { status, document } = await send(line, data);
          expect([line, status, document.errors?.[0].code, failures.length]).toEqual([line, 500, 'INTERNAL_ERROR', 1]);
        }
        expect((await send('GET /notes')).ids).toBe('1,2');
      });
    });
  });
});
