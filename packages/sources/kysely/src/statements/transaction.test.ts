import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call, openNewsroom, query, select } from '../../test/newsroom.ts';
import { transactionOf } from './transaction.ts';

const tag = (id: string) => ({ type: 'tags', id, attributes: { name: id }, relationships: {} }) as const;

test('all sources of a database take part, and a failure leaves nothing', async () => {
  const { sources } = openNewsroom();
  const failing = sources.articles.transaction(async (inside) => {
    expect(inside.transaction).toBeDefined();
    await sources.tags.create(tag('n1'), inside);
    await sources.people.delete('nope', inside);
    expect(await sources.tags.find(['n1'], select([]), inside)).toHaveLength(1);
    throw new Error('no');
  }, call);
  await expect(failing).rejects.toThrow('no');
  expect(await sources.tags.find(['n1'], select([]), call)).toEqual([]);
});

test('returns the result of the function, and commits its writes', async () => {
  const { sources, statements } = openNewsroom();
  const created = await sources.tags.transaction(
    (inside) => Promise.resolve(sources.tags.create(tag('n1'), inside)),
    call,
  );
  expect(created).toEqual({ id: 'n1', name: 'n1' });
  expect(statements.map((sql) => sql.split(' ')[0])).toEqual(['begin', 'insert', 'commit']);
  expect(await sources.tags.find(['n1'], select([]), call)).toHaveLength(1);
});

test('statements of the application run in the transaction of a call', async () => {
  const { db, sources } = openNewsroom();
  const failing = sources.tags.transaction(async (inside) => {
    const transaction = transactionOf(db, inside);
    await sql`delete from article_tag`.execute(transaction);
    await sql`delete from tag`.execute(transaction);
    expect(await sources.tags.list(query(), inside)).toMatchObject({ records: [] });
    throw new Error('no');
  }, call);
  await expect(failing).rejects.toThrow('no');
  expect((await sources.tags.list(query(), call)).records).toHaveLength(3);
  expect(transactionOf(db, call)).toBe(db);
  // The transaction of another database is not that of this one.
  await sources.tags.transaction(async (inside) => {
    const other = openNewsroom();
    expect(transactionOf(other.db, inside)).toBe(other.db);
  }, call);
});

test('a nested transaction joins the outer transaction, also for writes of several statements', async () => {
  const { sources, statements } = openNewsroom();
  await sources.tags.transaction(async (inside) => {
    await sources.articles.transaction(async (deeper) => {
      expect(deeper.transaction).toBe(inside.transaction);
      await sources.articles.updateRelationship('d', 'tags', { add: [{ type: 'tags', id: 't1' }] }, deeper);
    }, inside);
  }, call);
  expect(statements.filter((sql) => sql === 'begin')).toHaveLength(1);
});

test('other reads wait for the end of the transaction', async () => {
  const { sources } = openNewsroom();
  let others: unknown;
  const failing = sources.tags.transaction(async (inside) => {
    await sources.tags.create(tag('n1'), inside);
    others = sources.tags.list(query({ total: true }), call);
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('no');
  }, call);
  await expect(failing).rejects.toThrow('no');
  expect(await others).toMatchObject({ total: 3 });
});

test('the transaction of another database is not taken', async () => {
  const [one, other] = [openNewsroom(), openNewsroom()];
  const failing = one.sources.tags.transaction(async (inside) => {
    await other.sources.tags.create(tag('n1'), inside);
    await other.sources.articles.updateRelationship('d', 'tags', { add: [{ type: 'tags', id: 'n1' }] }, inside);
    throw new Error('no');
  }, call);
  await expect(failing).rejects.toThrow('no');
  expect(await other.sources.tags.find(['n1'], select([]), call)).toHaveLength(1);
  const foreign = { ...call, transaction: { anything: true } };
  expect(await one.sources.tags.find(['t1'], select([]), foreign)).toHaveLength(1);
});

test('an aborted write does not begin', async () => {
  const { sources, statements } = openNewsroom();
  const aborted = { ...call, signal: AbortSignal.abort(new Error('gone')) };
  await expect(sources.tags.create(tag('n1'), aborted)).rejects.toThrow('gone');
  await expect(sources.tags.delete('t1', aborted)).rejects.toThrow('gone');
  expect(statements).toEqual([]);
});

test('if the rollback fails, too, the first failure is the result', async () => {
  const { database, sources } = openNewsroom();
  const failing = sources.tags.transaction(async () => {
    // As if the connection was lost: nothing can be rolled back.
    database.close();
    throw new Error('first');
  }, call);
  await expect(failing).rejects.toThrow('first');
});
