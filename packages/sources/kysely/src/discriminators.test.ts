/** Several types in one table, told apart by the value of a column, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const title = attribute(z.string(), { sort: true, filter: true });
const owner = toOne('people', { filter: true });
const api = defineApi({
  articles: { attributes: { title }, relationships: { owner }, clientGeneratedIds: true },
  videos: {
    attributes: { title, seconds: z.number().nullable().default(null) },
    relationships: { owner },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { name: z.string() },
    relationships: { articles: toMany('articles', { filter: true }), videos: toMany('videos', { filter: true }) },
  },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null);
  create table item (
    id varchar(20) primary key, kind varchar(10) not null, title varchar(20) not null, seconds integer,
    owner_id varchar(20) references person (id)
  );
  insert into person values ('1', 'Ada');
  insert into item values ('a', 'article', 'Alpha', null, '1'), ('b', 'article', 'Beta', null, null),
    ('v', 'video', 'Vau', 60, '1');
`;

describe.each(databases)('$name', ({ missing, open }) => {
  test.skipIf(missing !== undefined)(missing ?? 'types share a table', { timeout: 60_000 }, async () => {
    const database = await open();
    const db = new Kysely<never>({ dialect: database.dialect });
    await database.exec(tables);
    const relationships = { owner: { column: 'owner_id' } };
    const sources = createKyselySources(
      api,
      db,
      {
        articles: { table: 'item', where: { kind: 'article' }, relationships },
        videos: { table: 'item', where: { kind: 'video' }, relationships },
        people: {
          table: 'person',
          relationships: { articles: { foreignKey: 'owner_id' }, videos: { foreignKey: 'owner_id' } },
        },
      },
      { databaseSchema: await readDatabaseSchema(db) },
    );
    const failures: unknown[] = [];
    const send = requestsTo(createServer(api, sources, { onError: (error) => void failures.push(error) }));
    const idsOf = async (url: string) => {
      const { status, ids } = await send(`GET ${url}`);
      return status === 200 ? ids : status;
    };
    expect(await idsOf('/articles?sort=-title')).toBe('b,a');
    expect(await idsOf('/videos')).toBe('v');
    expect(await idsOf('/articles/v')).toBe(404);
    expect(await idsOf('/people/1/articles')).toBe('a');
    expect(await idsOf('/people/1/videos')).toBe('v');
    expect(await idsOf('/people?filter[videos.title]=Alpha')).toBe('');
    expect(await idsOf('/people?filter[articles]=a')).toBe('1');
    const { document } = await send('GET /people/1?include=articles,videos');
    expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual([
      'articles a',
      'videos v',
    ]);
    const video = { type: 'videos', id: 'w', attributes: { title: 'Weh', seconds: 5 } };
    expect((await send('POST /videos', video)).status).toBe(201);
    expect([await idsOf('/videos/w'), await idsOf('/articles/w')]).toEqual(['w', 404]);
    expect((await send('DELETE /articles/w')).status).toBe(404);
    expect((await send('POST /people/1/relationships/articles', [{ type: 'articles', id: 'w' }])).status).toBe(404);
    expect((await send('PATCH /people/1/relationships/videos', [{ type: 'videos', id: 'w' }])).status).toBe(204);
    // The article remains: the same column stores it.
    expect([await idsOf('/people/1/articles'), await idsOf('/people/1/videos')]).toEqual(['a', 'w']);
    expect(failures).toEqual([]);
    await db.destroy();
    await database.close();
  });
});
