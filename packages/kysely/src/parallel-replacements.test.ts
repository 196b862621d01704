/** Complete replacements of a to-many relationship at the same time: the last one wins, and never both. */

import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const name = z.string().default('');
const api = defineApi({
  articles: {
    attributes: { name },
    relationships: { tags: toMany('tags'), notes: toMany('notes'), files: toMany(['tags', 'notes']) },
  },
  tags: { attributes: { name }, relationships: { articles: toMany('articles') } },
  notes: { attributes: { name }, relationships: { article: toOne('articles') } },
});
const ids = ['1', '2', '3', '4', '5', '6'];
const values = ids.map((id) => `('${id}', 'x')`).join();
const tables = `
  create table article (id varchar(20) primary key, name varchar(20) not null);
  create table tag (id varchar(20) primary key, name varchar(20) not null);
  create table article_tag (
    article_id varchar(20) not null references article (id), tag_id varchar(20) not null references tag (id),
    primary key (article_id, tag_id)
  );
  create table note (id varchar(20) primary key, name varchar(20) not null, article_id varchar(20) references article (id));
  create table file (
    article_id varchar(20) not null references article (id), kind varchar(20) not null, target_id varchar(20) not null,
    primary key (article_id, kind, target_id)
  );
  create index note_of on note (article_id);
  insert into article values ${values}; insert into tag values ${values};
  insert into note (id, name) values ${values};
`;
const ROUNDS = 40;
const overlapping = databases.filter((it) => it.name === 'PostgreSQL' || it.name === 'MariaDB');

describe.each(overlapping)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'two replacements', () => {
    const database = useDatabase(open, tables);
    let send: ReturnType<typeof requestsTo>;
    const failures: unknown[] = [];
    beforeAll(async () => {
      const types = { tags: 'tag', notes: 'note' };
      const sources = createKyselySources(api, database.db, {
        articles: {
          table: 'article',
          relationships: {
            tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
            notes: { foreignKey: 'article_id' },
            files: { through: 'file', from: 'article_id', to: 'target_id', typeColumn: 'kind', types },
          },
        },
        tags: {
          table: 'tag',
          relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
        },
        notes: { table: 'note', relationships: { article: { column: 'article_id' } } },
      } as never);
      send = requestsTo(createServer(api, sources, { onError: (error) => void failures.push(error) }));
    }, 60_000);

    const linkage = (type: string, of: readonly string[]) => of.map((id) => ({ type, id }));
    const article = (id: string, relationships: object) => ({ type: 'articles', id, relationships });

    test.each([
      ['tags', 'tags'],
      ['notes', 'notes'],
      ['files', 'tags'],
    ])(
      'of `%s`: the result is one of them, at the relationship URL and at that of the resource',
      async (field, type) => {
        const both = [ids.slice(0, 2), ids.slice(2, 5)] as const;
        const url = `/articles/1/relationships/${field}`;
        for (let round = 0; round < ROUNDS; round++) {
          // A member that both keep, and one that both remove.
          expect((await send(`PATCH ${url}`, linkage(type, ['6', '5']))).status).toBe(204);
          const answers = await Promise.all([
            send(`PATCH ${url}`, linkage(type, both[0])),
            send('PATCH /articles/1', article('1', { [field]: { data: linkage(type, both[1]) } })),
          ]);
          expect([answers[0].status, answers[1].status]).toEqual([204, 200]);
          const found = String((await send(`GET ${url}`)).ids)
            .split(',')
            .sort();
          expect(both).toContainEqual(found);
        }
        expect(failures).toEqual([]);
      },
      60_000,
    );

    test('two resources that exchange their members do not wait for a deadlock to be found', async () => {
      const runs: Promise<unknown>[] = [];
      const [left, right] = [ids.slice(0, 3), ids.slice(3)];
      const set = async (id: string, members: readonly string[]): Promise<void> => {
        const { status } = await send(`PATCH /articles/${id}/relationships/notes`, linkage('notes', members));
        expect(status).toBe(204);
      };
      for (let round = 0; round < ROUNDS; round++) {
        runs.push(set('1', round % 2 === 0 ? left : right), set('2', round % 2 === 0 ? right : left));
        if (runs.length >= 8) await Promise.all(runs.splice(0));
      }
      await Promise.all(runs);
      const [{ deadlocks = 0 } = {}] =
        database.connection !== undefined && overlapping[0]?.open === open
          ? (
              await database.db.executeQuery<{ deadlocks: string }>({
                ...{ sql: 'select deadlocks from pg_stat_database where datname = current_database()', parameters: [] },
                ...{ query: {} as never, queryId: { queryId: 'deadlocks' } },
              })
            ).rows
          : [];
      expect(Number(deadlocks)).toBe(0);
    }, 60_000);
  });
});
