/** Which sources declare that what a write returns is complete: those without triggers, as far as the database schema shows. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import type { SourceObstacles } from '@linkage/server';
import { Kysely, MysqlDialect, sql } from 'kysely';
import { createPool } from 'mysql2';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { call } from '../test/writers-world.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const name = z.string().default('');
const api = defineApi({
  articles: { attributes: { name }, relationships: { author: toOne('people'), tags: toMany('tags') } },
  people: { attributes: { name, town: name }, relationships: { boss: toOne('people'), articles: toMany('articles') } },
  tags: { attributes: { name } },
  parts: { attributes: { name }, relationships: { parts: toMany('parts') } },
});
const tables = `
  create table person (
    id varchar(40) primary key, name varchar(40) not null default 'x', town varchar(40) not null default 'x', boss_id varchar(40) references person (id));
  create table article (id varchar(40) primary key, name varchar(40) not null default 'x', author_id varchar(40) references person (id));
  create table tag (id varchar(40) primary key, name varchar(40) not null default 'x');
  create table article_tag (article_id varchar(40) not null, tag_id varchar(40) not null, primary key (article_id, tag_id));
  create table part (id varchar(40) primary key, name varchar(40) not null default 'x', part_id varchar(40));
  create table log (line varchar(20));
`;
const mapping = {
  articles: {
    table: 'article',
    relationships: {
      author: { column: 'author_id' },
      tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
    },
  },
  people: {
    table: 'person',
    relationships: { boss: { column: 'boss_id' }, articles: { foreignKey: 'author_id' } },
  },
  tags: { table: 'tag' },
  parts: { table: 'part', relationships: { parts: { foreignKey: 'part_id' } } },
};

/** A trigger after each insert into a table, and the statements that drop it. */
const triggers: Readonly<Record<DatabaseName, (table: string) => readonly [create: string, drop: string]>> = {
  SQLite: (table) => [
    `create trigger noted after insert on ${table} begin insert into log values ('x'); end;`,
    'drop trigger noted;',
  ],
  PostgreSQL: (table) => [
    `create or replace function note() returns trigger language plpgsql as $$ begin insert into log values ('x'); return null; end $$;
     create trigger noted after insert on ${table} for each row execute function note();`,
    `drop trigger noted on ${table};`,
  ],
  PGlite: (table) => triggers.PostgreSQL(table),
  MariaDB: (table) => [
    `create trigger noted after insert on ${table} for each row insert into log values ('x');`,
    'drop trigger noted;',
  ],
};

describe.each(databases)('$name', ({ name: databaseName, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'returnsWritten', () => {
    const statements: string[] = [];
    const database = useDatabase<never>(open, tables, statements);
    let drop: string | undefined;
    afterEach(async () => {
      if (drop !== undefined) await database.exec(drop);
      drop = undefined;
      await database.exec('delete from article_tag; delete from article; delete from tag; delete from person;');
    });
    const sourcesOf = async (db: Kysely<never>, isKnown = true) =>
      createKyselySources(
        api,
        db,
        mapping as never,
        isKnown ? { databaseSchema: await readDatabaseSchema(db) } : {},
      ) as Record<
        string,
        // biome-ignore lint/suspicious/noExplicitAny: sources of a mapping without types
        any
      >;
    const declared = async (db = database.db, isKnown = true): Promise<readonly string[]> => {
      const sources = Object.entries(await sourcesOf(db, isKnown));
      return sources.filter(([, { returnsWritten }]) => returnsWritten !== undefined).map(([type]) => type);
    };

    test('is declared with a database schema without triggers, but not if a member can be the resource itself', async () => {
      expect(await declared()).toEqual(['articles', 'people', 'tags']);
      expect(await declared(database.db, false)).toEqual([]);
    });

    test('the source says why it is not declared', async () => {
      const [create, end] = triggers[databaseName]('tag');
      await database.exec(create);
      drop = end;
      const databaseSchema = await readDatabaseSchema(database.db);
      const computed = attribute(z.string(), { write: false });
      const own = defineApi({
        drafts: { attributes: { name } },
        parts: { attributes: { name }, relationships: { parts: toMany('parts') } },
        people: { attributes: { name: computed } },
        posts: { attributes: { name } },
        tags: { attributes: { name } },
      });
      const mapped = {
        drafts: { table: 'article' },
        parts: mapping.parts,
        people: { table: 'person', attributes: { name: { expression: () => sql`'x'`, type: 'text' } } },
        posts: { table: 'article' },
        tags: { table: 'tag' },
      };
      const reasons = (options: object) =>
        Object.values(createKyselySources(own, database.db, mapped as never, options)).map(
          (source) => (source as { obstacles(): SourceObstacles }).obstacles().returnsWritten,
        );
      const [drafts, itself] = [
        ['Writes of "posts" change rows of the same tables.'],
        ['A member of a relationship can be the resource itself, in the table "part".'],
      ];
      const people = ['Expressions compute "name", also from other rows.'];
      const posts = ['Writes of "drafts" change rows of the same tables.'];
      const tags = [
        'The database schema does not say that "tag" is a table whose writes run no trigger and no rule of the database.',
      ];
      expect(reasons({ databaseSchema })).toEqual([drafts, itself, people, posts, tags]);
      const unknown = (table: string) =>
        `Without the database schema, it is unknown whether writes to "${table}" run triggers.`;
      expect(reasons({})).toEqual([
        [...drafts, unknown('article')],
        [...itself, unknown('part')],
        [...people, unknown('person')],
        [...posts, unknown('article')],
        [unknown('tag')],
      ]);
    });

    test('is not declared for types that share a table: a write to one changes resources of the other', async () => {
      const shared = defineApi({
        drafts: { attributes: { name } },
        posts: { attributes: { name } },
        tags: { attributes: { name } },
      });
      const table = 'article';
      const mapped = { drafts: { table }, posts: { table }, tags: { table: 'tag' } };
      const sources = createKyselySources(shared, database.db, mapped as never, {
        databaseSchema: await readDatabaseSchema(database.db),
      });
      const types = Object.entries<{ readonly returnsWritten?: unknown }>(sources);
      expect(types.filter(([, { returnsWritten }]) => returnsWritten !== undefined).map(([type]) => type)).toEqual([
        'tags',
      ]);
    });

    test.each([
      ['article', ['tags']],
      ['article_tag', ['people', 'tags']],
      ['tag', ['articles', 'people']],
    ] as const)('is not declared for types whose writes run a trigger of %s', async (table, left) => {
      const [create, end] = triggers[databaseName](table);
      await database.exec(create);
      drop = end;
      expect(await declared()).toEqual(left);
    });

    test.skipIf(databaseName !== 'PostgreSQL')('is not declared for a table with a rule', async () => {
      await database.exec(`create rule noted as on insert to tag do also insert into log values ('x')`);
      drop = 'drop rule noted on tag;';
      expect(await declared()).toEqual(['articles', 'people']);
    });

    test.skipIf(databaseName !== 'SQLite')('is not declared for a table with a temporary trigger', async () => {
      await database.exec(
        `create temp trigger noted after insert on main.tag begin insert into log values ('x'); end;`,
      );
      drop = 'drop trigger noted;';
      expect(await declared()).toEqual(['articles', 'people']);
    });

    test.skipIf(databaseName !== 'MariaDB')('is not declared if the account cannot see triggers', async () => {
      const { database: schema } = database.connection as { readonly database: string };
      const user = `u${crypto.randomUUID().slice(0, 8)}`;
      const grant = (privileges: string, on: string) => database.exec(`grant ${privileges} on ${on} to ${user}@'%'`);
      await database.exec(`create user ${user}@'%'`);
      drop = `drop user ${user}@'%';`;
      await grant('select, insert, update, delete', `${schema}.*`);
      const pool = createPool({ ...database.connection, user } as never);
      const db = new Kysely<never>({ dialect: new MysqlDialect({ pool }) });
      try {
        expect(await declared(db)).toEqual([]);
        await grant('trigger', `${schema}.tag`);
        expect(await declared(db)).toEqual(['tags']);
        await grant('trigger', `${schema}.*`);
        expect(await declared(db)).toEqual(['articles', 'people', 'tags']);
      } finally {
        await db.destroy();
      }
    });

    const input = (type: string, id: string | undefined, attributes: object = {}, relationships: object = {}) => ({
      ...(id === undefined ? { type } : { type, id }),
      attributes,
      relationships,
    });
    test('members that stay run no trigger, one by one or among many', async () => {
      const [after, end] = triggers[databaseName]('article_tag');
      // Such a trigger runs before the database notices that the row exists.
      const before = after.replace('after insert', 'before insert').replace('return null', 'return new');
      await database.exec(`delete from log; ${before}`);
      drop = end;
      const { articles, tags } = await sourcesOf(database.db);
      await articles.create(input('articles', '1'), call);
      const ids = Array.from({ length: 120 }, (_, index) => String(index));
      for (const id of ids) await tags.create(input('tags', id), call);
      const replace = (...of: string[]) =>
        articles.updateRelationship('1', 'tags', { replace: of.map((id) => ({ type: 'tags', id })) }, call);
      const lines = async () => (await sql`select line from log`.execute(database.db)).rows.length;
      await replace('7', '8');
      expect(await lines()).toBe(2);
      await replace('9', '8', '7');
      expect(await lines()).toBe(3);
      await replace(...ids);
      expect(await lines()).toBe(120);
    });

    const written = () => statements.filter((text) => /^(?:insert|update|delete|select)/.test(text)).length;

    test('an update whose links depend on a row filter is one statement where no other transaction runs', async () => {
      const own = defineApi({
        articles: { attributes: { name }, relationships: { author: toOne('people') } },
        people: { attributes: { name } },
      });
      const filtered = {
        articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
        people: { table: 'person', where: { town: 'x' } },
      };
      const options = { databaseSchema: await readDatabaseSchema(database.db) };
      // biome-ignore lint/suspicious/noExplicitAny: sources of a mapping without types
      const sources = createKyselySources(own, database.db, filtered as never, options) as Record<string, any>;
      const { articles, people } = sources;
      for (const id of ['1', '2']) await people.create(input('people', id), call);
      await articles.create(input('articles', '1', {}, { author: { type: 'people', id: '1' } }), call);
      const link = { author: { type: 'people', id: '2' } };
      const isOne = databaseName === 'SQLite';
      statements.length = 0;
      const named = await articles.update('1', input('articles', '1', { name: 'n' }), call);
      expect([named.name, named.author, written()]).toEqual(['n', '1', isOne ? 1 : 2]);
      expect(await articles.update('1', input('articles', '1', {}, link), call)).toMatchObject({ author: '2' });
      await database.exec(`update person set town = 'y' where id = '2'`);
      expect(await articles.update('1', input('articles', '1', { name: 'm' }), call)).toMatchObject({ author: null });
      await expect(articles.update('1', input('articles', '1', { name: 'lost' }, link), call)).rejects.toThrow();
      const fields = { attributes: new Set(['name']), relationships: new Set() };
      expect(await articles.find(['1'], fields, call)).toMatchObject([{ name: 'm' }]);
      expect(articles.obstacles().update).toHaveLength(isOne ? 0 : 1);
    });

    test('`createAll` keeps its statement, whatever the order of the attributes of each row', async () => {
      const { people } = await sourcesOf(database.db);
      const person = (id: string, isTurned: boolean) =>
        input('people', id, isTurned ? { town: `town ${id}`, name: id } : { name: id, town: `town ${id}` });
      for (const [round, turned] of [
        [false, false],
        [false, true],
        [true, false],
      ].entries()) {
        const inputs = turned.map((it, index) => person(`${round}${index}`, it));
        const records = await people.createAll(inputs, call);
        expect(records).toMatchObject(inputs.map(({ attributes }) => attributes));
      }
    });

    test('`createAll` inserts rows with the same columns by one statement', async () => {
      const { articles, people, tags } = await sourcesOf(database.db);
      await people.create(input('people', '1'), call);
      await tags.create(input('tags', '1'), call);
      const author = { type: 'people', id: '1' };
      const of = (id: string | undefined) => input('articles', id, { name: `n${id}` }, { author });
      statements.length = 0;
      const records = await articles.createAll([of('c'), of(undefined), of('a')], call);
      expect(records.map(({ name: it }: { name: string }) => it)).toEqual(['nc', 'nundefined', 'na']);
      expect(records.map(({ author: it }: { author: string }) => it)).toEqual(['1', '1', '1']);
      const more = databaseName === 'MariaDB' ? 1 : 0;
      expect(written()).toBe(1 + more);
      statements.length = 0;
      const member = { tags: [{ type: 'tags', id: '1' }] };
      const others = [input('articles', 'd'), input('articles', 'e', { name: 'e' }, member), input('articles', 'f')];
      expect((await articles.createAll(others, call)).map(({ id }: { id: string }) => id)).toEqual(['d', 'e', 'f']);
      expect(written()).toBe(3 + 1 + more);
    });

    test('`createAll` creates nothing if the last link leads nowhere', async () => {
      const { articles } = await sourcesOf(database.db);
      const wrong = input('articles', 'b', {}, { author: { type: 'people', id: 'none' } });
      await expect(articles.createAll([input('articles', 'a'), wrong], call)).rejects.toThrow();
      const none = { attributes: new Set(), relationships: new Set() };
      expect(await articles.find(['a', 'b'], none, call)).toEqual([]);
    });

    test('`createAll` is not offered if the database creates the ids', async () => {
      const mapped = {
        people: {
          ...mapping.people,
          idType: 'integer',
          relationships: { boss: { column: 'boss_id' }, articles: null },
        },
      };
      const { people } = createKyselySources(api, database.db, mapped as never) as Record<string, object>;
      expect(people).not.toHaveProperty('createAll');
    });
  });
});
