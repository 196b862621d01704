/** The checks that a database schema adds at start, on every database: a server that runs without it starts with it, and mistakes in references fail. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { CamelCasePlugin, type Kysely, type KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: z.string(), length: attribute(z.number(), { ...on, write: false }) },
    relationships: { author: toOne('people'), tags: toMany('tags'), notes: toMany('notes') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { label: z.string() } },
  notes: { attributes: { text: z.string() } },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null);
  create table country (code varchar(20) primary key);
  create table employee (id varchar(20) primary key, foreign key (id) references person (id));
  create table article (id varchar(20) primary key, tenant varchar(20), title varchar(20) not null,
    length integer generated always as (char_length(title)) stored, author_id varchar(20), origin varchar(20), editor_id varchar(20),
    foreign key (author_id) references person (id), foreign key (origin) references country (code),
    foreign key (editor_id) references employee (id));
  create table tag (id varchar(20) primary key, label varchar(20) not null);
  create table article_tag (article_id varchar(20) not null, tag_id varchar(20) not null, primary key (article_id, tag_id),
    foreign key (article_id) references article (id), foreign key (tag_id) references tag (id));
  create table loose_tag (article_id varchar(20) not null, tag_id varchar(20) not null, primary key (article_id, tag_id));
  create table note (id varchar(20) primary key, text varchar(20) not null, article_id varchar(20), writer_id varchar(20),
    foreign key (article_id) references article (id), foreign key (writer_id) references person (id));
  create view writer as select id, name from person;
  insert into person values ('1', 'Ada');
  insert into article (id, title, author_id) values ('a', 'four', '1'), ('b', 'three', null);
`;

interface Parts {
  readonly article?: object;
  readonly author?: object;
  readonly tags?: object;
  readonly notes?: object;
  readonly person?: string;
  readonly articles?: object;
}

const mappingOf = (parts: Parts) => ({
  articles: {
    table: 'article',
    relationships: {
      author: parts.author ?? { column: 'author_id' },
      tags: parts.tags ?? { through: 'article_tag', from: 'article_id', to: 'tag_id' },
      notes: parts.notes ?? { foreignKey: 'article_id' },
    },
    ...parts.article,
  },
  people: {
    table: parts.person ?? 'person',
    ...(parts.person === 'employee' ? { attributes: { name: 'id' } } : {}),
    relationships: { articles: parts.articles ?? { foreignKey: 'author_id' } },
  },
  tags: { table: 'tag' },
  notes: { table: 'note' },
});

const wrong: readonly (readonly [title: string, Parts, error: RegExp])[] = [
  [
    'from and to are swapped',
    { tags: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
    /articles\.relationships\.tags: `from` and `to` must be swapped: in the database, "article_id" of "article_tag" references "article", and "tag_id" references "tag"\./,
  ],
  [
    'the column references another table',
    { author: { column: 'origin' } },
    /relationships\.author: `column` must reference "id" of "person", the table of "people", but in the database "origin" of "article" references "code" of "[^"]*country"\./,
  ],
  [
    'the foreign key references another table',
    { notes: { foreignKey: 'writer_id' } },
    /relationships\.notes: `foreignKey` must reference "id" of "article", the table of "articles", but in the database "writer_id" of "note" references "id" of "[^"]*person"\./,
  ],
  [
    'the join table is that of another relationship',
    { tags: { through: 'note', from: 'article_id', to: 'writer_id' } },
    /relationships\.tags: `to` must reference "id" of "tag", .* "writer_id" of "note" references "id" of "[^"]*person"\./,
  ],
  ['the id is another column', { article: { id: 'title' } }, /`from` must reference "title" of "article"/],
];

const right: readonly (readonly [title: string, Parts])[] = [
  ['the references of the database', {}],
  ['a table without foreign keys', { tags: { through: 'loose_tag', from: 'tag_id', to: 'article_id' } }],
  ['a view of the referenced table', { person: 'writer' }],
  ['the table of a subtype', { person: 'employee' }],
  ['a foreign key to a subtype', { author: { column: 'editor_id' }, articles: { foreignKey: 'editor_id' } }],
];

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'database schemas', () => {
    const isSqlite = name === 'SQLite';
    const database = useDatabase(open, isSqlite ? tables.replaceAll('char_length', 'length') : tables);
    const sourcesOf = async (mapping: object, own: Kysely<never> = database.db, types: object = api) =>
      createKyselySources(types as typeof api, own, mapping as never, {
        databaseSchema: await readDatabaseSchema(own),
      });

    test('a generated column is read, sorted, and filtered', async () => {
      const failures: unknown[] = [];
      const onError = (error: unknown): void => void failures.push(error);
      const send = requestsTo(createServer(api, (await sourcesOf(mappingOf({}))) as never, { onError }) as never);
      expect((await send('GET /articles?sort=-length')).ids).toBe('b,a');
      expect((await send('GET /articles?filter[length]=4&include=author')).ids).toBe('a');
      expect(failures).toEqual([]);
    });

    test.each(wrong)('%s: an error at start', async (_, parts, error) => {
      await expect(sourcesOf(mappingOf(parts))).rejects.toThrow(error);
      expect(() => createKyselySources(api, database.db, mappingOf(parts) as never)).not.toThrow();
    });

    test.each(right)('%s: starts', async (_, parts) => {
      await expect(sourcesOf(mappingOf(parts))).resolves.toHaveProperty('articles');
    });

    test('a wrong column is reported with the columns of its table', async () => {
      const mapping = mappingOf({ author: { column: 'autor_id' } });
      await expect(sourcesOf(mapping)).rejects.toThrow(
        'relationships.author: the table does not have a column "autor_id". Did you mean "author_id"? Its columns are "id", "tenant", "title", "length", "author_id", "origin", "editor_id".',
      );
    });

    test.each<[string, KyselyPlugin, object]>([
      [
        'letter case',
        new CamelCasePlugin(),
        mappingOf({
          author: { column: 'authorId' },
          tags: { through: 'articleTag', from: 'articleId', to: 'tagId' },
          notes: { foreignKey: 'articleId' },
          articles: { foreignKey: 'authorId' },
        }),
      ],
    ])('names that a plugin changes by %s', async (_, plugin, mapping) => {
      const changed = database.db.withPlugin(plugin);
      const send = requestsTo(createServer(api, (await sourcesOf(mapping, changed)) as never) as never);
      expect((await send('GET /articles?include=author,tags,notes')).ids).toBe('a,b');
      const swapped = { ...mapping, tags: { table: 'tag' } } as ReturnType<typeof mappingOf>;
      const wrongWay = { through: 'articleTag', from: 'tagId', to: 'articleId' };
      const articles = { ...swapped.articles, relationships: { ...swapped.articles.relationships, tags: wrongWay } };
      await expect(sourcesOf({ ...swapped, articles }, changed)).rejects.toThrow('must be swapped');
    });

    test.skipIf(name !== 'PostgreSQL' && name !== 'PGlite')('a schema that a plugin adds', async () => {
      await database.exec('create schema other; create table other.memo (id text primary key, text text not null)');
      const memos = defineApi({ memos: { attributes: { text: z.string() } } });
      const inOther = database.db.withSchema('other');
      const sources = await sourcesOf({ memos: { table: 'memo' } }, inOther, memos);
      const send = requestsTo(createServer(memos, sources as never) as never);
      expect((await send('GET /memos')).status).toBe(200);
    });

    test.skipIf(!isSqlite)(
      'names in another letter case, the number of a row, virtual and temporary tables',
      async () => {
        await database.exec(`create virtual table doc using fts5(body); insert into doc values ('text');
        create temp table draft (id text primary key, text text not null); insert into draft values ('d', 'x');
        create table plain (label text not null); insert into plain values ('l');`);
        const types = defineApi({
          docs: { attributes: { body: z.string() } },
          drafts: { attributes: { text: z.string() } },
          plains: { attributes: { label: z.string() } },
        });
        const sources = await sourcesOf(
          {
            docs: { table: 'doc', id: 'rowid', idType: 'integer' },
            drafts: { table: 'Draft', attributes: { text: 'TEXT' } },
            plains: { table: 'plain', id: '_rowid_', idType: 'integer' },
          },
          database.db,
          types,
        );
        const send = requestsTo(createServer(types, sources as never) as never);
        expect([
          (await send('GET /docs/1')).ids,
          (await send('GET /drafts')).ids,
          (await send('GET /plains?sort=-id')).ids,
        ]).toEqual(['1', 'd', '1']);
      },
    );
  });
});
