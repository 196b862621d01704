/** The effect of a deletion on the rows that reference the deleted row, on every database. */

import { defineApi, toMany } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, type DeletionPolicy, readDatabaseSchema } from './index.ts';

const name = z.string().nullable().default(null);
const api = defineApi({
  people: {
    attributes: { name },
    relationships: { articles: toMany('articles'), reviews: toMany('reviews') },
  },
  articles: { attributes: { name }, relationships: { comments: toMany('comments') } },
  comments: { attributes: { name }, relationships: { replies: toMany('comments') } },
  reviews: { attributes: { name } },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20));
  create table article (
    id varchar(20) primary key, name varchar(20), deleted integer not null default 0,
    author_id varchar(20) references person (id)
  );
  create table comment (
    id varchar(20) primary key, name varchar(20), deleted integer not null default 0, revision integer not null default 0,
    article_id varchar(20) references article (id), parent_id varchar(20) references comment (id),
    must_id varchar(20) not null
  );
  create table review (id varchar(20) primary key, name varchar(20), person_id varchar(20) references person (id));
`;
const rows = `
  update comment set parent_id = null; delete from comment; delete from article; delete from review; delete from person;
  insert into person values ('1', 'Ada'), ('2', 'Bo');
  insert into article values ('a', 'Alpha', 0, '1'), ('b', 'Beta', 0, '1'), ('c', 'Gamma', 0, '2');
  insert into comment values ('x', null, 0, 0, 'a', null, ''), ('y', null, 0, 0, null, 'x', ''), ('z', null, 0, 0, null, 'y', ''),
    ('w', null, 0, 0, 'c', null, '');
  insert into review values ('r', 'R', '2');
`;

interface Policies {
  readonly articles?: DeletionPolicy;
  readonly comments?: DeletionPolicy;
  readonly reviews?: DeletionPolicy;
  readonly soft?: boolean;
}

/** Deletions, and the people, articles, and comments that remain. Each comment has an article, or `-`. */
const cases: readonly (readonly [Policies, id: string, status: number, detail: string | undefined, left: string])[] = [
  [{}, '1', 409, 'Other resources reference this resource.', '12 abc xyzw'],
  [{ articles: 'database' }, '1', 409, 'Other resources reference this resource.', '12 abc xyzw'],
  [
    { articles: 'restrict' },
    '1',
    409,
    'The resource cannot be deleted, because its relationship `articles` contains resources.',
    '12 abc xyzw',
  ],
  [{ articles: 'set null' }, '1', 204, undefined, '2 abc xyzw'],
  [{ articles: 'cascade' }, '1', 409, 'Other resources reference this resource.', '12 abc xyzw'],
  [{ articles: 'cascade', comments: 'restrict' }, '1', 409, 'Other resources reference this resource.', '12 abc xyzw'],
  [{ articles: 'cascade', comments: 'set null' }, '1', 204, undefined, '2 c xyzw'],
  [{ articles: 'cascade', comments: 'cascade' }, '1', 204, undefined, '2 c w'],
  [{ articles: 'cascade', comments: 'cascade', reviews: 'restrict' }, '1', 204, undefined, '2 c w'],
  [
    { articles: 'cascade', comments: 'cascade', reviews: 'restrict' },
    '2',
    409,
    'The resource cannot be deleted, because its relationship `reviews` contains resources.',
    '12 abc xyzw',
  ],
  [{ articles: 'cascade', comments: 'cascade', reviews: 'set null' }, '2', 204, undefined, '1 ab xyz'],
  [{ articles: 'cascade' }, '3', 404, 'The resource "people" with id "3" does not exist.', '12 abc xyzw'],
];

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'deletions', () => {
    const database = useDatabase(open, tables);
    let databaseSchema: Awaited<ReturnType<typeof readDatabaseSchema>>;
    beforeAll(async () => {
      databaseSchema = await readDatabaseSchema(database.db);
    });
    beforeEach(() => database.exec(rows));

    const sendWith = ({ articles, comments, reviews, soft = false }: Policies) => {
      const marks = soft ? { where: { deleted: 0 }, softDelete: { deleted: 1 } } : {};
      const policy = (onDelete: DeletionPolicy | undefined) => (onDelete === undefined ? {} : { onDelete });
      const sources = createKyselySources(
        api,
        database.db,
        {
          people: {
            table: 'person',
            relationships: {
              articles: { foreignKey: 'author_id', ...policy(articles) },
              reviews: { foreignKey: 'person_id', ...policy(reviews) },
            },
          },
          articles: {
            table: 'article',
            ...marks,
            relationships: { comments: { foreignKey: 'article_id', ...policy(comments) } },
          },
          comments: {
            table: 'comment',
            version: 'revision',
            ...marks,
            relationships: { replies: { foreignKey: 'parent_id', ...policy(comments) } },
          },
          reviews: { table: 'review' },
        },
        { databaseSchema },
      );
      return requestsTo(createServer(api, sources));
    };
    const left = async (send: ReturnType<typeof requestsTo>): Promise<string> => {
      const found: string[] = [];
      for (const type of ['people', 'articles', 'comments'])
        found.push(String((await send(`GET /${type}`)).ids).replaceAll(',', ''));
      return found.join(' ').replace('wxyz', 'xyzw');
    };

    test.each(cases)('%j: DELETE /people/%s: %i %s', async (policies, id, status, detail, expected) => {
      const send = sendWith(policies);
      const answer = await send(`DELETE /people/${id}`);
      expect(answer.status).toBe(status);
      if (status === 409) expect(answer.document.errors[0].detail).toBe(detail);
      expect(await left(send)).toBe(expected);
    });

    test('a soft deletion has the same effects on the rows that match the row filter', async () => {
      const send = sendWith({ comments: 'cascade', soft: true });
      expect((await send('DELETE /articles/a')).status).toBe(204);
      expect(await left(send)).toBe('12 bc w');
      const kept = await database.db
        .selectFrom('comment' as never)
        .selectAll()
        .orderBy('id' as never)
        .execute();
      expect((kept as { deleted: number }[]).map(({ deleted }) => deleted)).toEqual([0, 1, 1, 1]);
      // Deleted comments are not resources, so they do not restrict a deletion.
      const strict = sendWith({ comments: 'restrict', soft: true });
      expect((await strict('DELETE /articles/c')).status).toBe(409);
      expect((await strict('DELETE /comments/w')).status).toBe(204);
      expect((await strict('DELETE /articles/c')).status).toBe(204);
    });

    test('a foreign key that a deletion changes changes the version', async () => {
      const send = sendWith({ comments: 'set null' });
      expect((await send('DELETE /articles/a')).status).toBe(204);
      const found = await database.db
        .selectFrom('comment' as never)
        .selectAll()
        .where('id' as never, '=', 'x' as never)
        .execute();
      expect(found).toMatchObject([{ article_id: null, revision: 1 }]);
    });

    test('mistakes fail at start', () => {
      const people =
        (onDelete: string, foreignKey = 'must_id') =>
        () =>
          createKyselySources(
            defineApi({
              articles: { attributes: { name }, relationships: { comments: toMany('comments') } },
              comments: { attributes: { name } },
            }),
            database.db,
            {
              articles: {
                table: 'article',
                relationships: { comments: { foreignKey, onDelete: onDelete as 'cascade' } },
              },
              comments: { table: 'comment' },
            },
            { databaseSchema },
          );
      const where = 'createKyselySources: mapping.articles.relationships.comments';
      expect(people('set null')).toThrow(
        `${where}: \`onDelete\` must not be "set null", because the column "must_id" is not nullable.`,
      );
      expect(people('delete')).toThrow(
        `${where}: \`onDelete\` must be "restrict" or "cascade" or "set null" or "database"`,
      );
      expect(people('cascade')).not.toThrow();
    });
  });
});
