import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createNodeSqliteDialect } from './node-sqlite.ts';

interface Tables {
  readonly note: { id: number; body: string | null; done: number | boolean };
}

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec('create table note (id integer primary key, body text, done integer not null default 0)');
  return { database, db: new Kysely<Tables>({ dialect: createNodeSqliteDialect(database) }) };
}

test('returns rows, counts, and new ids in the form of Kysely', async () => {
  const { db } = open();
  const inserted = await db.insertInto('note').values({ id: 7, body: 'é😀', done: true }).executeTakeFirst();
  expect(inserted).toMatchObject({ insertId: 7n, numInsertedOrUpdatedRows: 1n });
  expect(await db.selectFrom('note').selectAll().execute()).toMatchObject([{ id: 7, body: 'é😀', done: 1 }]);
  const updated = await db.updateTable('note').set({ body: null }).where('id', '=', 7).executeTakeFirst();
  expect(updated.numUpdatedRows).toBe(1n);
  const returned = await db.deleteFrom('note').where('done', '=', true).returning('id').execute();
  expect(returned).toMatchObject([{ id: 7 }]);
});

test('streams, and a stream that is left early has no side effects', async () => {
  const { db } = open();
  const values = Array.from({ length: 50 }, (_, id) => ({ id, body: null, done: 0 }));
  await db.insertInto('note').values(values).execute();
  const notes = db.selectFrom('note').select('id').orderBy('id');
  const seen: number[] = [];
  for await (const { id } of notes.stream()) seen.push(id);
  expect(seen).toEqual(values.map(({ id }) => id));
  for await (const { id } of notes.stream()) if (id === 3) break;
  expect(await notes.execute()).toHaveLength(50);
});

test('a statement that is used again sees a changed table', async () => {
  const { database, db } = open();
  const everything = sql`select * from note`;
  await db.insertInto('note').values({ id: 1, body: 'x', done: 0 }).execute();
  expect((await everything.execute(db)).rows).toMatchObject([{ id: 1 }]);
  database.exec('alter table note add column more text default 9');
  expect((await everything.execute(db)).rows).toMatchObject([{ id: 1, more: '9' }]);
});

test('runs more statements than it keeps', async () => {
  const { db } = open();
  for (let round = 0; round < 2; round++) {
    for (let count = 0; count < 150; count++) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(count)} as n`.execute(db);
      expect(rows[0]?.n).toBe(count);
    }
  }
});

test('errors keep their codes, and destroy closes the file', async () => {
  const { database, db } = open();
  const add = () => db.insertInto('note').values({ id: 1, body: null, done: 0 }).execute();
  await add();
  await expect(add()).rejects.toMatchObject({ errcode: 1555 });
  await db.destroy();
  expect(database.isOpen).toBe(false);
});

test('integers that a number does not hold are bigints, and others stay numbers', async () => {
  const { database, db } = open();
  database.exec("insert into note values (9007199254740993, 'large', 1), (1, 'small', 0)");
  const rows = await db.selectFrom('note').select(['id', 'done']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 1, done: 0 },
    { id: 9007199254740993n, done: 1 },
  ]);
  const all = await db.selectFrom('note').selectAll().where('id', '>', 1).execute();
  expect(all).toEqual([{ id: 9007199254740993n, body: 'large', done: 1 }]);
  const written = await db
    .insertInto('note')
    .values({ id: 5, body: null, done: 1 })
    .returning(['id', 'done'])
    .execute();
  expect(written).toEqual([{ id: 5, done: 1 }]);
});

test('a full disk, after which SQLite rolls back by itself, keeps its error, and the next transaction works', async () => {
  const { database, db } = open();
  database.exec('pragma max_page_count = 6');
  const fill = db.transaction().execute(async (transaction) => {
    for (let id = 0; id < 100; id++) {
      await transaction
        .insertInto('note')
        .values({ id, body: 'x'.repeat(3000), done: 0 })
        .execute();
    }
  });
  await expect(fill).rejects.toMatchObject({ errcode: 13, message: 'database or disk is full' });
  expect(await db.selectFrom('note').select('id').execute()).toEqual([]);
  await db.transaction().execute((it) => it.insertInto('note').values({ id: 1, body: null, done: 0 }).execute());
  expect(await db.selectFrom('note').select('id').execute()).toEqual([{ id: 1 }]);
});

test.each([
  ['begin immediate', 'after'],
  ['rollback', 'before'],
] as const)('if %s fails %s its effect, no later statement is part of its transaction', async (failing, when) => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table note (id integer primary key, body text, done integer not null default 0)');
  let isBroken = true;
  const faulty = {
    get isTransaction() {
      return database.isTransaction;
    },
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text);
      const run = statement.run.bind(statement);
      if (text !== failing) return statement;
      return Object.assign(statement, {
        run: (...values: never[]) => {
          if (!isBroken) return run(...values);
          if (when === 'after') run(...values);
          throw new Error(`${failing} failed`);
        },
      });
    },
  };
  const db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(faulty) });
  const write = (id: number, fails: boolean) =>
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('note').values({ id, body: null, done: 0 }).execute();
      if (fails) throw new Error('no');
    });
  await expect(write(1, true)).rejects.toThrow(`${failing} failed`);
  isBroken = false;
  await db.insertInto('note').values({ id: 2, body: null, done: 0 }).execute();
  expect(database.isTransaction).toBe(false);
  await write(3, false);
  expect(await db.selectFrom('note').select('id').execute()).toEqual([{ id: 2 }, { id: 3 }]);
});
