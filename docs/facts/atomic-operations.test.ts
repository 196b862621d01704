/** The sentences of the page about Atomic Operations. */

import { DatabaseSync } from 'node:sqlite';
import { defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { Kysely, type Logger } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { api, fact as factOf, note, send, serve } from './fact.ts';

const page = 'guide/atomic-operations.md';
const fact = (sentence: string, check: () => unknown): void => factOf(page, sentence, check);
const atomicType = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
type Server = Pick<ReturnType<typeof serve>, 'handle'>;
const atomic = (options: object = {}, sources?: object) =>
  serve({ extensions: [atomicOperations()], ...options }, sources);
async function operate(operations: readonly unknown[], more: Record<string, string> = {}, server: Server = atomic()) {
  const headers = { 'content-type': atomicType, accept: atomicType, ...more };
  const response = await send(server, 'POST /operations', JSON.stringify({ 'atomic:operations': operations }), headers);
  return { ...response, after: await send(server, 'GET /notes') };
}
const remove = (id: string) => ({ op: 'remove', ref: { type: 'notes', id } });
const add = { op: 'add', data: { type: 'people', attributes: { name: 'x' } } };
const outcome = async (...given: Parameters<typeof operate>) => {
  const { status, document } = await operate(...given);
  return [status, document.errors?.[0].code, document.errors?.[0].source?.pointer];
};

fact(
  '| `limit` | The maximum of operations in one request. Beyond that, the server responds with 400 | 50 |',
  async () => {
    const many = (count: number) => Array.from({ length: count }, () => add);
    expect([(await operate(many(50))).status, (await operate(many(51))).status]).toEqual([200, 400]);
  },
);
fact('The client must name the extension in `Content-Type`. Otherwise, the server responds with 415.', async () => {
  expect((await operate([add], { 'content-type': 'application/vnd.api+json' })).status).toBe(415);
});
fact(
  'at every other URL, a `Content-Type` with it gets 415, and an `Accept` that names nothing else gets 406.',
  async () => {
    const data = { type: 'notes', id: '1', attributes: { title: 'x' } };
    expect((await send(atomic(), 'PATCH /notes/1', data, { 'content-type': atomicType })).status).toBe(415);
    expect((await send(atomic(), 'GET /notes', undefined, { accept: atomicType })).status).toBe(406);
  },
);
fact('the server responds with 400 before any operation runs.', async () => {
  const { status, after } = await operate([remove('1'), { op: 'remove', ref: { type: 'notes', lid: 'none' } }]);
  expect([status, after.document.data.length]).toEqual([400, 3]);
});
const apart = () => ({
  notes: createMemorySources(api, { notes: [note('1', { author: null })], people: [] } as never).notes,
  people: createMemorySources(api, { people: [] }).people,
});
fact(
  'If they do not, the server responds with 403 before it writes anything. A request with one operation always runs.',
  async () => {
    const { status, after } = await operate([remove('1'), add], {}, atomic({}, apart()));
    expect([status, after.document.data.length]).toEqual([403, 1]);
    expect((await operate([remove('1')], {}, atomic({}, apart()))).status).toBe(204);
  },
);
fact('If a source accepts a write for later (`accepted`), the server responds with 403', async () => {
  const sources = createMemorySources(api, { people: [{ id: '1', name: 'job' }] });
  const create = () => ({ accepted: { type: 'people', id: '1' } });
  const server = createServer(api, { ...sources, people: { ...sources.people, create } } as never, {
    ...{ extensions: [atomicOperations()], onReplacedMethods: () => undefined },
  });
  expect((await operate([add], {}, server)).status).toBe(403);
});
fact('If operations are malformed, it reports all of them at once with 400, and none runs.', async () => {
  const { status, document, after } = await operate([remove('1'), { op: 'wrong' }, { op: 'wrong' }]);
  expect([status, document.errors.length, after.document.data.length]).toEqual([400, 2, 3]);
});
fact('If all results are empty, the server responds with 204 and without a document.', async () => {
  const { status, body, after } = await operate([remove('1'), remove('2')]);
  expect([status, body ?? '', after.document.data.length]).toEqual([204, '', 1]);
});
fact(
  '| a type, resource, relationship, or URL that does not exist, or that the user cannot read | 404 `NOT_FOUND` | `ref`, its `type` or `relationship`, `href`, or `data` |',
  async () => {
    const targets = [
      [{ ref: { type: 'none', id: '1' } }, 'ref/type'],
      [{ ref: { type: 'notes', id: 'none' } }, 'ref'],
      [{ ref: { type: 'notes', id: '1', relationship: 'none' } }, 'ref/relationship'],
      [{ href: '/none/1' }, 'href'],
    ] as const;
    for (const [target, pointer] of targets) {
      const data = 'ref' in target && 'relationship' in target.ref ? { data: [] } : {};
      expect(await outcome([{ op: 'remove', ...target, ...data }])).toEqual([
        404,
        'NOT_FOUND',
        `/atomic:operations/0/${pointer}`,
      ]);
    }
    const hidden = { notes: { read: () => false, delete: () => true }, people: { read: () => true } };
    expect(await outcome([remove('1')], {}, atomic({ access: hidden }))).toEqual([
      404,
      'NOT_FOUND',
      '/atomic:operations/0/ref',
    ]);
  },
);
fact('| a to-one relationship, with the `op` `add` or `remove` | 403 `OPERATION_NOT_SUPPORTED` | `op` |', async () => {
  for (const op of ['add', 'remove']) {
    const operation = {
      op,
      ref: { type: 'notes', id: '1', relationship: 'author' },
      data: [{ type: 'people', id: '9' }],
    };
    expect(await outcome([operation])).toEqual([403, 'OPERATION_NOT_SUPPORTED', '/atomic:operations/0/op']);
  }
});
fact('| a `lid` that no earlier operation adds | 400 `LOCAL_ID_UNKNOWN` |', async () => {
  const [status, code] = await outcome([{ op: 'remove', ref: { type: 'notes', lid: 'none' } }]);
  expect([status, code]).toEqual([400, 'LOCAL_ID_UNKNOWN']);
});
fact('If the condition does not hold, the server responds with 412.', async () => {
  expect((await operate([{ ...remove('1'), meta: { ifMatch: '"x"' } }])).status).toBe(412);
});
fact('The server rejects the header `If-Match` with 400', async () => {
  expect((await operate([remove('1')], { 'if-match': '"x"' })).status).toBe(400);
});
fact('50 lines of an order are one insert.', async () => {
  const orders = defineApi({
    orders: { attributes: { title: z.string() } },
    lines: { attributes: { product: z.string() }, relationships: { order: toOne('orders') } },
  });
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table "order" (id text primary key, title text not null);
    create table line (id text primary key, product text not null, order_id text references "order" (id));
    insert into "order" values ('1', 'x');`);
  const inserts: string[] = [];
  const log: Logger = ({ query }) => void (query.sql.startsWith('insert into "line"') && inserts.push(query.sql));
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database), log });
  const databaseSchema = await readDatabaseSchema(db);
  const mapping = {
    orders: { table: 'order' },
    lines: { table: 'line', relationships: { order: { column: 'order_id' } } },
  };
  const sources = createKyselySources(orders, db, mapping as never, { databaseSchema });
  const server = createServer(orders, sources as never, { extensions: [atomicOperations({ limit: 60 })] });
  const order = { type: 'orders', lid: 'o' };
  const linesOf = (data: object) =>
    Array.from({ length: 50 }, () => ({
      op: 'add',
      data: { type: 'lines', attributes: { product: 'x' }, relationships: { order: { data } } },
    }));
  expect((await operate(linesOf({ type: 'orders', id: '1' }), {}, server)).status).toBe(200);
  expect(inserts).toHaveLength(1);
  const both = [{ op: 'add', data: { ...order, attributes: { title: 'x' } } }, ...linesOf(order)];
  expect((await operate(both, {}, server)).status).toBe(200);
  expect(inserts).toHaveLength(2);
});
