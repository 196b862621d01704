import { type Api, attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, type Server } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases, type OpenDatabase } from '../test/databases.ts';
import { createKyselySources, type ExecutedStatement, explainStatements, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), on),
      status: attribute(z.string().nullable(), on),
      created: attribute(z.int(), on),
    },
    relationships: {
      author: toOne('people', on),
      subject: toOne(['people', 'tags'], { filter: true }),
      tags: toMany('tags', { filter: true }),
      comments: toMany('comments', { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
  tags: {
    attributes: { label: attribute(z.string(), on) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
  comments: { attributes: { body: attribute(z.string(), on) }, relationships: { article: toOne('articles', on) } },
  // Resources with an id of two columns, of one tenant.
  rooms: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { seats: toMany('seats', { filter: true }) },
  },
  seats: { attributes: { name: attribute(z.string(), on) }, relationships: { room: toOne('rooms', on) } },
});

/** Tables whose only indexes are their primary keys. MariaDB would add indexes for foreign keys. */
const schemaOf = (name: DatabaseName): string => `
  create table person (id varchar(20) primary key, name varchar(40) not null);
  create table article (
    id varchar(20) primary key, title varchar(40) not null, status varchar(40), created integer not null,
    author_id varchar(20) ${name === 'PostgreSQL' ? 'references person (id)' : ''}, subject_type varchar(20), subject_id varchar(20)
  );
  create table comment (id varchar(20) primary key, body varchar(40) not null, article_id varchar(20));
  create table tag (id varchar(20) primary key, label varchar(40) not null);
  create table article_tag (article_id varchar(20) not null, tag_id varchar(20) not null, primary key (article_id, tag_id));
  create table room (
    house varchar(20) not null, number varchar(20) not null, name varchar(40) not null, tenant varchar(20) not null,
    primary key (house, number)
  );
  create table seat (id varchar(20) primary key, name varchar(40) not null, house varchar(20), number varchar(20));
  ${name === 'PostgreSQL' ? 'create extension if not exists pg_trgm;' : ''}
`;

const mapping = {
  articles: {
    table: 'article',
    relationships: {
      author: { column: 'author_id' },
      subject: { column: 'subject_id', typeColumn: 'subject_type', types: { people: 'person', tags: 'tag' } },
      tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
      comments: { foreignKey: 'article_id' },
    },
  },
  people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
  tags: { table: 'tag', relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } } },
  comments: { table: 'comment', relationships: { article: { column: 'article_id' } } },
  rooms: {
    ...{ table: 'room', id: ['house', 'number'], where: { tenant: 'a' } },
    relationships: { seats: { foreignKey: ['house', 'number'] } },
  },
  seats: { table: 'seat', relationships: { room: { column: ['house', 'number'] } } },
} as const;

/** The indexes that a request lacks, by the database if they differ. */
type Missing = readonly string[] | ((name: DatabaseName) => readonly string[]);

const onPostgres =
  (...indexes: readonly string[]): Missing =>
  (name) =>
    name === 'PostgreSQL' ? indexes : [];

const requests: readonly (readonly [url: string, missing: Missing])[] = [
  ['/articles', []],
  ['/articles?sort=id', []],
  ['/articles/1', []],
  ['/articles?sort=-created', ['article (created, id)']],
  ['/articles?sort=status', (name) => [`article (status${name === 'PostgreSQL' ? ' nulls first' : ''}, id)`]],
  [
    '/articles?sort=-status,created',
    (name) => [`article (status${name === 'PostgreSQL' ? ' nulls first' : ''}, created desc, id desc)`],
  ],
  ['/articles?filter[status]=draft&sort=created', ['article (status, created, id)']],
  ['/articles?filter[id]=1&sort=created', []],
  ['/articles?filter[title]=x', ['article (title, id)']],
  ['/articles?filter[title]=x,y', ['article (title, id)']],
  ['/articles?filter[created][gt]=5', ['article (created)']],
  ['/articles?filter[created][gt]=5&filter[id]=1,2', []],
  ["/articles?filter=not(eq(title,'x'))", []],
  ['/articles?filter[title][ne]=x', []],
  ['/articles?filter[author]=1', ['article (author_id, id)']],
  ['/articles?filter[subject]=1', ['article (subject_type, subject_id, id)']],
  ['/articles?filter=exists(comments,false)', ['comment (article_id, id)']],
  ['/articles?filter=exists(tags,true)', ['article_tag (tag_id, article_id)']],
  ['/articles?filter[author.name]=x', ['article (author_id, id)', 'person (name, id)']],
  ['/articles?filter[tags.label]=x', ['article_tag (tag_id, article_id)', 'tag (label, id)']],
  ['/articles?filter[comments.body]=x', ['comment (article_id, id)', 'comment (body, id)']],
  [
    "/articles?filter=or(eq(title,'x'),eq(author.name,'x'))",
    ['article (title, id)', 'article (author_id, id)', 'person (name, id)'],
  ],
  ["/articles?filter=or(eq(title,'x'),ne(title,'y'))", []],
  ['/articles?filter[title][iContains]=x', onPostgres('article using gin (lower(title collate "C") gin_trgm_ops)')],
  ['/articles?filter[title][contains]=x', onPostgres('article using gin (title collate "C" gin_trgm_ops)')],
  ['/articles?filter[title][iStartsWith]=x', onPostgres('article (lower(title collate "C") text_pattern_ops)')],
  ['/articles?filter[title][startsWith]=x', onPostgres('article (title collate "C" text_pattern_ops)')],
  ['/articles?sort=author.name', onPostgres('person (name)', 'article (author_id, id)')],
  ['/people/1/articles', ['article (author_id, id)']],
  ['/people/1/articles?page[total]=true', ['article (author_id, id)']],
  ['/people?include=articles', ['article (author_id, id)']],
  ['/articles?include=tags', []],
  ['/tags?include=articles', ['article_tag (tag_id, article_id)']],
  ['/articles?page[total]=true&filter[title]=x', ['article (title, id)']],
  ['/rooms?sort=name', ['room (tenant, name, house, number)']],
  ['/rooms?filter[name]=x', ['room (tenant, name, house, number)']],
  ['/rooms?filter=exists(seats,false)', ['seat (house, number, id)']],
  ['/seats?filter[room]=a,b', ['seat (house, number, id)']],
];

// PGlite is PostgreSQL.
describe.each(databases.filter(({ name }) => name !== 'PGlite'))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'the reported statements name the indexes that they lack', () => {
    const withDatabase = async (run: (database: OpenDatabase) => Promise<void>): Promise<void> => {
      const database = await open();
      await database.exec(schemaOf(name));
      await run(database).finally(() => database.close());
    };
    const expectedOf = (indexes: Missing) => (typeof indexes === 'function' ? indexes(name) : indexes);

    /** Serves the tables with their indexes of now, or without a database schema. */
    async function serve(
      { dialect }: OpenDatabase,
      hasDatabaseSchema: boolean,
      of: Api = api,
      mapped: object = mapping,
    ) {
      const statements: ExecutedStatement[] = [];
      const db = new Kysely<never>({ dialect: explainStatements(dialect, (it) => void statements.push(it)) });
      const databaseSchema = hasDatabaseSchema ? await readDatabaseSchema(db) : undefined;
      const server = createServer(of, createKyselySources(of, db, mapped as never, { databaseSchema })) as Server;
      const lackedBy = async (url: string): Promise<readonly string[]> => {
        statements.length = 0;
        const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
        expect([url, status, status === 200 || status === 404 ? '' : body]).toEqual([url, status, '']);
        expect(statements.length).toBeGreaterThan(0);
        return [...new Set(statements.flatMap(({ missingIndexes }) => missingIndexes))];
      };
      return { lackedBy };
    }

    test('each request, before and after they are created', () =>
      withDatabase(async (database) => {
        await database.exec(`insert into person values ('1', 'x'); insert into tag values ('1', 'x');`);
        const before = await serve(database, true);
        for (const [url, indexes] of requests)
          expect([url, (await before.lackedBy(url)).toSorted()]).toEqual([url, expectedOf(indexes).toSorted()]);
        const all = new Set(requests.flatMap(([, indexes]) => expectedOf(indexes)));
        for (const [index, text] of [...all].entries()) await database.exec(`create index lacked${index} on ${text}`);
        const after = await serve(database, true);
        for (const [url] of requests) expect([url, await after.lackedBy(url)]).toEqual([url, []]);
      }));

    test('names that need quotes have them', () =>
      withDatabase(async (database) => {
        const quote = name === 'MariaDB' ? '`' : '"';
        const written = (text: string): string => text.replaceAll('"', quote);
        await database.exec(
          written(`
            create table "Order" (id varchar(20) primary key, "user" varchar(20), "Full Name" varchar(40) not null, "a""b" integer not null);
            create table "to do" ("group" varchar(20) primary key, "Order" varchar(20) not null, "desc" json);
          `),
        );
        const named = defineApi({
          orders: {
            attributes: {
              user: attribute(z.string().nullable(), on),
              name: attribute(z.string(), on),
              size: attribute(z.int(), on),
            },
            relationships: { tasks: toMany('tasks', { filter: true }) },
          },
          tasks: {
            attributes: { data: attribute(z.object({ city: z.string() }).nullable(), { filter: { city: true } }) },
            relationships: { order: toOne('orders', on) },
          },
        });
        const ownMapping = {
          orders: {
            table: 'Order',
            attributes: { user: { column: 'user' }, name: { column: 'Full Name' }, size: { column: `a${quote}b` } },
            relationships: { tasks: { foreignKey: 'Order' } },
          },
          tasks: {
            ...{ table: 'to do', id: 'group' },
            attributes: { data: { column: 'desc' } },
            relationships: { order: { column: 'Order' } },
          },
        };
        const before = await serve(database, true, named, ownMapping);
        const urls = [
          ...[
            '/orders?sort=name',
            '/orders?sort=-size,user',
            '/orders?filter[user]=x',
            '/orders?filter[name][contains]=x',
          ],
          ...['/orders?filter[name][iStartsWith]=x', '/tasks?filter[order]=1', '/orders?filter=exists(tasks,false)'],
          ...['/tasks?filter[data.city]=x', '/tasks?sort=order.name'],
        ];
        const all = new Set<string>();
        for (const url of urls) for (const index of await before.lackedBy(url)) all.add(index);
        expect([...all]).toContain(written('"Order" ("Full Name", id)'));
        expect([...all]).toContain(written('"to do" ("Order", "group")'));
        for (const [index, text] of [...all].entries()) await database.exec(`create index lacked${index} on ${text}`);
        const after = await serve(database, true, named, ownMapping);
        for (const url of urls) expect([url, await after.lackedBy(url)]).toEqual([url, []]);
      }));

    test('without a database schema, no index is known to be missing', () =>
      withDatabase(async (database) => {
        const { lackedBy } = await serve(database, false);
        expect(await lackedBy('/articles?sort=created')).toEqual([]);
      }));

    test.each([
      ['an index of other columns', '(created, title)'],
      ['an index in the other order', '(id, title)'],
    ])('%s does not serve an order', (_, columns) =>
      withDatabase(async (database) => {
        await database.exec(`create index other on article ${columns}`);
        const { lackedBy } = await serve(database, true);
        expect(await lackedBy('/articles?sort=title')).toEqual(['article (title, id)']);
      }),
    );

    test.skipIf(name === 'MariaDB')('an index of some rows serves no list (MariaDB has no partial indexes)', () =>
      withDatabase(async (database) => {
        await database.exec("create index other on article (title, id) where status = 'draft'");
        const { lackedBy } = await serve(database, true);
        expect(await lackedBy('/articles?sort=title')).toEqual(['article (title, id)']);
        expect(await lackedBy('/articles?filter[title]=x')).toEqual(['article (title, id)']);
      }),
    );
  });
});
