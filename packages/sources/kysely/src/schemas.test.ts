/** Tables outside the default schema, with the same name as another one inside. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const api = defineApi({
  notes: {
    attributes: { title: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { parent: toOne('notes', { sort: true, filter: true }), links: toMany('notes', { filter: true }) },
    clientGeneratedIds: true,
  },
});
const create: Readonly<Record<DatabaseName, string>> = {
  SQLite: `attach ':memory:' as other;`,
  PGlite: 'create schema other;',
  PostgreSQL: 'create schema other;',
  MariaDB: 'create database other;',
};
const schemaOf = (name: DatabaseName): string => `
  ${create[name]}
  create table note (id varchar(20) primary key);
  create table other.note (
    id varchar(20) primary key, title varchar(20) not null unique, parent_id varchar(20) references ${name === 'SQLite' ? '' : 'other.'}note (id)
  );
  create table other.link (a varchar(20) not null, b varchar(20) not null, primary key (a, b));
  insert into other.note values ('1', 'One', null), ('2', 'Two', '1');
  insert into other.link values ('1', '2');
`;

describe.each(databases)('$name', ({ name, missing, open }) => {
  test.skipIf(missing !== undefined)(`serves tables of another schema ${missing ?? ''}`, async () => {
    const database = await open();
    await database.exec(schemaOf(name));
    const db = new Kysely<never>({ dialect: database.dialect });
    const databaseSchema = await readDatabaseSchema(db);
    const relationships = { parent: { column: 'parent_id' }, links: { through: 'other.link', from: 'a', to: 'b' } };
    const mapped = (table: string) =>
      createKyselySources(api, db, { notes: { table, relationships } }, { databaseSchema });
    expect(() => mapped('note')).toThrow('mapping.notes.attributes.title: the table does not have a column "title".');
    expect(() => mapped('othr.note')).toThrow('does not have a table "othr.note". Did you mean "other.note"?');
    const failures: unknown[] = [];
    const server = createServer(api, mapped('other.note'), { onError: (error) => void failures.push(error) });
    const send = async (line: string, data?: unknown) => {
      const [method = '', url = ''] = line.split(' ');
      const headers = data === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
      const body = data === undefined ? undefined : JSON.stringify({ data });
      const response = await server.handle({ method, url, headers, body });
      const { data: found, errors } = JSON.parse(response.body ?? '{}');
      const ids = [found].flat().map((it) => it?.id);
      return [response.status, errors === undefined ? ids.join() : errors[0].source?.pointer];
    };
    expect(await send('GET /notes?sort=-parent.title,title&include=links')).toEqual([200, '2,1']);
    expect(await send('GET /notes?filter[links]=2')).toEqual([200, '1']);
    expect(await send('GET /notes?filter[parent.title]=One')).toEqual([200, '2']);
    const note = (id: string, title: string) => ({ type: 'notes', id, attributes: { title } });
    expect(await send('POST /notes', note('3', 'Three'))).toEqual([201, '3']);
    expect(await send('POST /notes', note('4', 'One'))).toEqual([409, '/data/attributes/title']);
    expect(await send('PATCH /notes/3', note('3', 'Drei'))).toEqual([200, '3']);
    expect((await send('POST /notes/3/relationships/links', [{ type: 'notes', id: '1' }]))[0]).toBe(204);
    expect((await send('DELETE /notes/3'))[0]).toBe(204);
    expect(failures).toEqual([]);
    if (name === 'MariaDB') await database.exec('drop database other');
    await db.destroy();
    await database.close();
  });
});
