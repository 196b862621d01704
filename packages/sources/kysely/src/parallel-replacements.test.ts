/** Complete replacements of a to-many relationship at the same time: the last one wins, and never both. */

import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pick, randomOf } from '../../../server/test/access-world.ts';
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
const overlapping = databases.filter(({ name }) => ['PostgreSQL', 'MariaDB'].includes(name));

describe.each(overlapping)('$name', ({ name: databaseName, missing, open }) => {
  const isMariadb = databaseName === 'MariaDB';
  describe.skipIf(missing !== undefined)(missing ?? 'two replacements', () => {
    const statementFailures: unknown[] = [];
    const database = useDatabase(open, tables, undefined, statementFailures);
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
    });

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

    const set = async (method: string, id: string, field: string, of: unknown): Promise<void> => {
      expect([method, (await send(`${method} /${id}/relationships/${field}`, of)).status]).toEqual([method, 204]);
    };
    const finish = async (runs: Promise<unknown>[]): Promise<void> => {
      await Promise.all(runs.splice(0));
      // Two transactions that wait for each other would end as well, after the time in which a database finds this.
      const found = statementFailures.splice(0);
      // An insert of MariaDB locks the gap beside its row in a unique index. So a request for the next resource can, rarely, wait for this
      // one and this one for it: then one of them runs again.
      const isOfGap = (failure: unknown): boolean =>
        isMariadb && (failure as { readonly errno?: unknown }).errno === 1213;
      expect(found.filter((it) => !isOfGap(it))).toEqual([]);
      expect(found.length).toBeLessThanOrEqual(1);
    };

    test('two resources that exchange their members do not wait for each other', async () => {
      const runs: Promise<unknown>[] = [];
      const [left, right] = [ids.slice(0, 3), ids.slice(3)];
      for (let round = 0; round < ROUNDS; round++) {
        const [one, other] = round % 2 === 0 ? [left, right] : [right, left];
        runs.push(
          ...[set('PATCH', 'articles/1', 'notes', linkage('notes', one))],
          ...[set('PATCH', 'articles/2', 'notes', linkage('notes', other))],
        );
        if (runs.length >= 8) await finish(runs);
      }
      await finish(runs);
    }, 60_000);

    const shuffled = (random: () => number): readonly string[] => {
      const places = ids.map((id) => [random(), id] as const);
      return places.sort(([one], [other]) => one - other).map(([, id]) => id);
    };
    const changeMembers = async (
      target: () => readonly [random: () => number, resource: string, field: string, type: string],
    ): Promise<void> => {
      const runs: Promise<unknown>[] = [];
      for (let round = 0; round < 2 * ROUNDS; round++) {
        const [random, resource, field, type] = target();
        const method = pick(random, ['POST', 'DELETE', 'PATCH'] as const);
        const members = shuffled(random).slice(0, 2 + Math.floor(random() * 4));
        runs.push(set(method, resource, field, linkage(type, members)));
        if (runs.length >= 8) await finish(runs);
      }
      await finish(runs);
    };

    test.each([
      ['notes', 'notes'],
      ['tags', 'tags'],
      ['files', 'tags'],
    ])(
      'members of `%s` in any order: no two requests wait for each other',
      async (field, type) => {
        const random = randomOf(7);
        await changeMembers(() => [random, `articles/${pick(random, ['1', '2'])}`, field, type]);
      },
      60_000,
    );

    // In MariaDB, an insert locks the rows that it references. Requests through both relationships can wait for each other there, and run again.
    test.skipIf(isMariadb)(
      'members of both relationships of a join table: no two requests wait for each other',
      async () => {
        const random = randomOf(8);
        const sides = [['articles', 'tags'] as const, ['tags', 'articles'] as const];
        await changeMembers(() => {
          const [own, field] = pick(random, sides);
          return [random, `${own}/${pick(random, ['1', '2', '3'])}`, field, field];
        });
      },
      60_000,
    );
  });
});
