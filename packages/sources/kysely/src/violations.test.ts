/** The responses to writes that violate a constraint, on every database. */

import { defineApi, toOne } from '@linkage/core';
import { type AccessRules, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const text = z.string().nullable().default(null);
const api = defineApi({
  notes: {
    attributes: {
      title: text,
      tenant: text,
      code: text,
      size: z.number().nullable().default(null),
      secret: text,
      room: z.number().nullable().default(null),
    },
    relationships: { parent: toOne('notes') },
    clientGeneratedIds: true,
  },
});

const id = (name: DatabaseName): string => (name === 'MariaDB' ? 'varchar(200)' : 'text');

const triggers: Readonly<Record<DatabaseName, string>> = {
  SQLite: `create trigger guard before insert on note when new.headline = 'raise'
    begin select raise(abort, 'internal: table note is guarded'); end`,
  PGlite: postgresTrigger(),
  PostgreSQL: postgresTrigger(),
  MariaDB: `create trigger guard before insert on note for each row
    if new.headline = 'raise' then signal sqlstate '45000' set message_text = 'internal: table note is guarded'; end if`,
};

function postgresTrigger(): string {
  return `create function guard() returns trigger language plpgsql as $$ begin
      if new.headline = 'raise' then raise exception 'internal: table note is guarded'; end if; return new; end $$;
    create trigger guard before insert on note for each row execute function guard();
    alter table note add constraint one_room exclude using btree (room with =)`;
}

const schemaOf = (name: DatabaseName): string => `
  create table note (
    id ${id(name)} primary key, headline ${id(name)} not null, tenant ${id(name)}, code varchar(10), size integer,
    secret ${id(name)}, room integer, parent_id ${id(name)},
    constraint note_code unique (code), constraint pair unique (headline, tenant), constraint hidden unique (secret),
    constraint small_size check (size < 100),
    constraint note_parent foreign key (parent_id) references note (id)
  );
`;

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'answers to violations', () => {
    let close: () => Promise<unknown>;
    let sources: ReturnType<typeof openSources>;
    const openSources = (
      db: Kysely<never>,
      databaseSchema: Awaited<ReturnType<typeof readDatabaseSchema>> | undefined,
    ) =>
      createKyselySources(
        api,
        db,
        {
          notes: {
            table: 'note',
            attributes: { title: 'headline' },
            relationships: { parent: { column: 'parent_id' } },
          },
        },
        { databaseSchema },
      );
    let blind: typeof sources;
    let exec: (script: string) => Promise<void>;
    beforeAll(async () => {
      const database = await open();
      const db = new Kysely<never>({ dialect: database.dialect });
      ({ exec } = database);
      await database.exec(schemaOf(name));
      await database.exec(triggers[name]);
      await database.exec(`insert into note (id, headline, tenant, code, secret, room, parent_id)
        values ('1', 'One', 't', 'c', 's', 1, null), ('2', 'Two', 't', 'd', 'u', 2, '1')`);
      sources = openSources(db, await readDatabaseSchema(db));
      blind = openSources(db, undefined);
      close = async () => {
        await db.destroy();
        await database.close();
      };
    });
    afterAll(() => close?.());

    async function send(line: string, data?: object, access: AccessRules<typeof api> = {}, from = sources) {
      const [method = '', url = ''] = line.split(' ');
      const headers = data === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
      const body = data === undefined ? undefined : JSON.stringify({ data });
      const response = await createServer(api, from, {
        defaultAccess: 'allow',
        access,
        onError: () => undefined,
      }).handle({
        ...{ method, url, headers, body },
      });
      const [error] = JSON.parse(response.body ?? '{}').errors ?? [];
      expect(response.body ?? '').not.toMatch(/internal|guard|note_|headline|constraint "|pair|hidden|_id|insert/);
      return [response.status, error?.code, error?.source?.pointer];
    }
    const create = (attributes: object, parent?: string, access?: AccessRules<typeof api>, from = sources) => {
      const relationships = parent === undefined ? {} : { parent: { data: { type: 'notes', id: parent } } };
      return send(
        'POST /notes',
        { type: 'notes', id: 'n', attributes: { title: 'New', ...attributes }, relationships },
        access,
        from,
      );
    };
    const named = name !== 'SQLite';

    test('unique: 409 with the pointer of the field', async () => {
      expect(await create({ code: 'c' })).toEqual([409, 'CONSTRAINT_VIOLATED', '/data/attributes/code']);
      const changes = { type: 'notes', id: '2', attributes: { code: 'c' } };
      expect(await send('PATCH /notes/2', changes)).toEqual([409, 'CONSTRAINT_VIOLATED', '/data/attributes/code']);
    });
    test('unique together: 409 without a pointer', async () => {
      expect(await create({ title: 'One', tenant: 't' })).toEqual([409, 'CONSTRAINT_VIOLATED', undefined]);
    });
    test.runIf(name !== 'MariaDB')(
      'a field that the request does not contain is missing in its resource object',
      async () => {
        await exec("create unique index sizes on note (size) where tenant = 'sized'");
        const changeTo = (id: string, attributes: object) =>
          send(`PATCH /notes/${id}`, { type: 'notes', id, attributes });
        await changeTo('1', { size: 7, tenant: 'sized' });
        await changeTo('2', { size: 7 });
        expect(await changeTo('2', { tenant: 'sized' })).toEqual([409, 'CONSTRAINT_VIOLATED', '/data']);
        const both = { tenant: 'sized', size: 7 };
        expect(await changeTo('2', both)).toEqual([409, 'CONSTRAINT_VIOLATED', '/data/attributes/size']);
      },
    );
    test('a hidden field is not named', async () => {
      const access: AccessRules<typeof api> = { notes: { fields: () => ['title', 'code', 'parent'] } };
      const { notes } = sources;
      const always: typeof sources = {
        notes: {
          ...notes,
          create: (input, call) => notes.create({ ...input, attributes: { ...input.attributes, secret: 's' } }, call),
        },
      };
      expect(await create({}, undefined, access, always)).toEqual([409, 'CONSTRAINT_VIOLATED', undefined]);
    });
    test('a taken id is another error', async () => {
      const data = { type: 'notes', id: '1', attributes: { title: 'New' } };
      expect(await send('POST /notes', data)).toEqual([409, 'RESOURCE_EXISTS', '/data/id']);
    });
    test('not null: 422 with the pointer of the field', async () => {
      expect(await create({ title: null })).toEqual([422, 'ATTRIBUTE_INVALID', '/data/attributes/title']);
    });
    test('check: 422', async () => {
      const isNamed = name === 'PGlite' || name === 'PostgreSQL';
      expect(await create({ size: 100 })).toEqual(
        isNamed ? [422, 'ATTRIBUTE_INVALID', '/data/attributes/size'] : [422, 'VALUE_REJECTED', undefined],
      );
    });
    test('a foreign key to a missing row: 404, from the server or the database', async () => {
      expect((await create({}, 'none')).slice(0, 2)).toEqual([404, 'RELATED_RESOURCE_NOT_FOUND']);
      const { notes } = sources;
      const input = {
        type: 'notes',
        id: 'n',
        attributes: { title: 'x' },
        relationships: { parent: { type: 'notes', id: 'none' } },
      };
      const call = { context: undefined, signal: new AbortController().signal };
      const createNote = async (): Promise<unknown> => notes.create(input as never, call);
      const error = await createNote().catch((thrown: unknown) => thrown);
      const source = named ? { pointer: '/data/relationships/parent' } : undefined;
      expect(error).toMatchObject({
        status: 404,
        errors: [{ code: 'RELATED_RESOURCE_NOT_FOUND', ...(source && { source }) }],
      });
    });
    test('a resource that others refer to: 409', async () => {
      expect(await send('DELETE /notes/1')).toEqual([409, 'CONSTRAINT_VIOLATED', undefined]);
    });
    test('an error of a trigger: 409, without its message', async () => {
      expect(await create({ title: 'raise' })).toEqual([409, 'CONSTRAINT_VIOLATED', undefined]);
    });
    test.runIf(name === 'PGlite' || name === 'PostgreSQL')('exclusion: 409 with the pointer', async () => {
      expect(await create({ room: 1 })).toEqual([409, 'CONSTRAINT_VIOLATED', '/data/attributes/room']);
    });
    test('a value out of range or too long: 422, with a database schema and without one', async () => {
      // SQLite does not enforce these types, and stores the values as they are.
      if (!named) return;
      expect(await create({ code: 'x'.repeat(11) })).toEqual([422, 'ATTRIBUTE_INVALID', '/data/attributes/code']);
      expect(await create({ size: -(2 ** 31) - 1 })).toEqual([422, 'ATTRIBUTE_INVALID', '/data/attributes/size']);
      expect((await create({ code: 'x'.repeat(11) }, undefined, {}, blind))[0]).toBe(422);
      expect((await create({ size: -(2 ** 31) - 1 }, undefined, {}, blind))[0]).toBe(422);
      expect((await create({ code: '\u0000' }, undefined, {}, blind))[0]).toBe(name === 'MariaDB' ? 201 : 422);
    });
    test.runIf(name === 'PGlite' || name === 'PostgreSQL')(
      'a value that the database does not read: 404, without a database schema',
      async () => {
        expect(await send('GET /notes/%00', undefined, {}, blind)).toEqual([404, 'NOT_FOUND', undefined]);
        expect((await send('DELETE /notes/%00', undefined, {}, blind))[0]).toBe(404);
      },
    );
  });
});
