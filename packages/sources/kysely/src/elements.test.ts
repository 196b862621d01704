/** The operator `has`: lists in columns of JSON, and arrays of PostgreSQL, with an index. */
import { attribute, defineApi, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, jsonColumn, readDatabaseSchema } from './index.ts';

const has = { filter: ['has'] } as const;
const attributes = {
  tags: attribute(z.array(z.string()).nullable(), has),
  numbers: attribute(z.array(z.int()), has),
  flags: attribute(z.array(z.boolean().nullable()), has),
};
const api = defineApi({
  posts: { attributes, relationships: { parent: toOne('posts', { filter: true }) } },
});
const rows = [
  ['1', '["a","it\'\'s","é"]', '[1,2]', '[true,null]', 'null'],
  ['2', '["A","1"]', '[2,30]', '[false]', "'1'"],
  ['3', 'null', '[]', '[]', "'2'"],
];
const json = (type: string) => `
  create table post (id varchar(9) primary key, tags ${type}, numbers ${type} not null, flags ${type} not null, parent_id varchar(9));
  ${rows.map(([id, tags, ...rest]) => `insert into post values ('${id}', ${tags === 'null' ? 'null' : `'${tags}'`}, '${rest[0]}', '${rest[1]}', ${rest[2]});`).join('')}`;
const toArray = (text: string) => `'${text.replace('[', '{').replace(']', '}')}'`;
const arrays = `
  create table post (id varchar(9) primary key, tags text[], numbers integer[] not null, flags boolean[] not null, parent_id varchar(9));
  create index post_tags on post using gin (tags);
  ${rows.map(([id, tags, ...rest]) => `insert into post values ('${id}', ${tags === 'null' ? 'null' : toArray(String(tags))}, ${toArray(String(rest[0]))}, ${toArray(String(rest[1]))}, ${rest[2]});`).join('')}`;
const relationships = { parent: { column: 'parent_id' } };
const ofJson = { tags: jsonColumn(), numbers: jsonColumn(), flags: jsonColumn() };
const worlds = databases.flatMap((database) => {
  const isPostgres = database.name === 'PostgreSQL' || database.name === 'PGlite';
  const world = {
    ...database,
    world: 'JSON',
    script: json(isPostgres ? 'jsonb' : 'json'),
    mapped: { attributes: ofJson },
  };
  return isPostgres ? [world, { ...database, world: 'arrays', script: arrays, mapped: {} }] : [world];
});

describe.each(worlds)('$name, $world', ({ name, world, missing, open, script, mapped }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'has', () => {
    const used = useDatabase<never>(open, script);
    const serve = async () => {
      const mapping = { posts: { table: 'post', relationships, ...mapped } };
      const sources = createKyselySources(api, used.db, mapping as never, {
        databaseSchema: await readDatabaseSchema(used.db),
      });
      return requestsTo(createServer(api, sources as never));
    };

    test.each([
      ['filter[tags][has]=a', '1'],
      ['filter[tags][has]=A', '2'],
      ['filter[tags][has]=1', '2'],
      ["filter[tags][has]=it's", '1'],
      ['filter[tags][has]=é,1', '1,2'],
      ['filter[tags][has]=q', ''],
      ['filter[tags][has]=%22a%22', ''],
      ['filter[numbers][has]=2', '1,2'],
      ['filter[numbers][has]=3', ''],
      ['filter[numbers][has]=99999999999,30', '2'],
      ['filter[flags][has]=true', '1'],
      ['filter[flags][has]=false', '2'],
      ['filter[parent.tags][has]=a', '2'],
      ["filter=not(has(tags,'a'))", '2,3'],
      ["filter=or(has(tags,'a'),has(numbers,'30'))", '1,2'],
    ])('GET /posts?%s', async (query, ids) => {
      const send = await serve();
      expect((await send(`GET /posts?sort=id&${query}`)).ids).toBe(ids);
    });

    test.each(['filter[numbers][has]=x', 'filter[tags][eq]=a', 'filter[tags][contains]=a'])(
      '%s is 400',
      async (query) => {
        expect((await (await serve())(`GET /posts?${query}`)).status).toBe(400);
      },
    );

    test.runIf(world === 'arrays' && name === 'PostgreSQL')('an index finds the rows', async () => {
      await used.exec(
        `insert into post select 'n' || n, array['t' || n], '{}', '{}' from generate_series(1, 3000) n; analyze post;`,
      );
      const { rows: plan } = await sql<{ readonly 'QUERY PLAN': string }>`
        explain select * from post where tags @> ${'{"t7"}'}`.execute(used.db);
      expect(plan.map((it) => it['QUERY PLAN']).join()).toContain('post_tags');
      expect((await (await serve())('GET /posts?filter[tags][has]=t7')).ids).toBe('n7');
    });
  });
});

const element = z.union([z.number(), z.array(z.number())]);
const ofPairs = defineApi({ pairs: { attributes: { list: attribute(z.array(element).min(2), has) } } });
const pairs = ['[1,2]', '[[1],[2,3]]', '[[1],1]'].map(
  (list, index) => `insert into pair values (${index}, '${list}');`,
);

describe.each(databases)('lists in lists, $name', ({ name, missing, open }) => {
  const isPostgres = name === 'PostgreSQL' || name === 'PGlite';
  describe.skipIf(missing !== undefined)(missing ?? 'has', () => {
    const script = `create table pair (id integer primary key, list ${isPostgres ? 'jsonb' : 'json'} not null); ${pairs.join('')}`;
    const used = useDatabase<never>(open, script);

    test('has does not look into the lists of a list, whose schema requires two elements', async () => {
      const mapping = { pairs: { table: 'pair', idType: 'integer', attributes: { list: jsonColumn() } } };
      const send = requestsTo(createServer(ofPairs, createKyselySources(ofPairs, used.db, mapping as never) as never));
      expect((await send('GET /pairs?sort=id&filter[list][has]=1')).ids).toBe('0,2');
      expect((await send('GET /pairs?sort=id&filter[list][has]=3')).ids).toBe('');
      expect((await send('GET /pairs?filter[list][has]=x')).status).toBe(400);
    });
  });
});
