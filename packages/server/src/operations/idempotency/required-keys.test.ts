/** Keys that are required by type and by the name of the write, at every URL that writes. */
import { defineAction, defineApi, toMany } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../test/atomic-request.ts';
import { send } from '../../../test/support.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import type { IdempotencyOptions } from './idempotency-options.ts';

const api = defineApi({
  payments: {
    attributes: { amount: z.string() },
    relationships: { notes: toMany('notes') },
    actions: { refund: defineAction({}), check: defineAction({}) },
  },
  notes: { attributes: { text: z.string() } },
});

function start(require: IdempotencyOptions['require'], exempt: readonly string[] = []) {
  const sources = createMemorySources(api, {
    payments: [{ id: '1', amount: '5.00', notes: [] }],
    notes: [{ id: '1', text: 'a' }],
  });
  const store = createMemoryIdempotencyStore({ sharesWith: sources.payments });
  return createServer(api, sources, {
    extensions: [atomicOperations()],
    idempotency: { keys: idempotencyKeys({ store, require, exempt }), user: () => 'all' },
    actions: { payments: { refund: () => undefined, check: () => undefined } },
    endpoints: [
      {
        ...{ name: 'pay', path: '/-pay', method: 'POST', statuses: [201, 204] },
        run: async ({
          transaction,
        }: {
          transaction: (run: (inside: never) => Promise<unknown>) => Promise<unknown>;
        }) => {
          await transaction(async ({ create }: { create: (type: string, input: object) => Promise<unknown> }) =>
            create('payments', { attributes: { amount: '1.00' } }),
          );
          return { status: 204 };
        },
      },
    ],
  } as never);
}

const body = { data: { type: 'payments', attributes: { amount: '7.00' } } };
const changed = { data: { type: 'payments', id: '1', attributes: { amount: '8.00' } } };
const linked = { data: [{ type: 'notes', id: '1' }] };
const note = { data: { type: 'notes', attributes: { text: 'b' } } };
const writes = [
  ['create', 'POST /payments', body],
  ['update', 'PATCH /payments/1', changed],
  ['updateRelationship', 'POST /payments/1/relationships/notes', linked],
  ['updateRelationship', 'PATCH /payments/1/relationships/notes', linked],
  ['refund', 'POST /payments/1/-actions/refund', undefined],
  ['check', 'POST /payments/1/-actions/check', undefined],
  ['none', 'POST /notes', note],
  ['delete', 'DELETE /payments/1', undefined],
] as const;

test.each(['create', 'update', 'updateRelationship', 'delete', 'refund'])('payments: %s', async (required) => {
  const server = start({ payments: [required] });
  for (const [name, line, document] of writes) {
    const ask = async (key?: string) => {
      const [method = '', url = ''] = line.split(' ');
      const headers = { 'content-type': 'application/vnd.api+json', ...(key && { 'idempotency-key': key }) };
      const { status, body = '{}' } = await server.handle({
        method,
        url,
        headers,
        body: document && JSON.stringify(document),
      });
      return status < 300 ? 'done' : [status, JSON.parse(body).errors[0].code, JSON.parse(body).errors[0].source];
    };
    const rejected = [400, 'IDEMPOTENCY_KEY_REQUIRED', { header: 'Idempotency-Key' }];
    expect([line, await ask()]).toEqual([line, name === required ? rejected : 'done']);
    if (name === required) expect([line, await ask(line.replaceAll(/[ /]/g, '-'))]).toEqual([line, 'done']);
  }
});

test('an operation of Atomic Operations needs a key if its write does, and nothing of the request is done', async () => {
  const server = start({ payments: ['create'] });
  const add = { op: 'add', data: body.data };
  const rejected = await operate(server, [{ op: 'add', data: note.data }, add]);
  expect([rejected.status, rejected.problems]).toEqual([400, ['IDEMPOTENCY_KEY_REQUIRED /atomic:operations/1']]);
  expect((await send(server, 'GET /notes')).document.data).toHaveLength(1);
  expect((await operate(server, [{ op: 'add', data: note.data }])).status).toBe(200);
  expect((await operate(server, [{ op: 'add', data: note.data }, add], { 'idempotency-key': 'k' })).status).toBe(200);
});

test('a type that is exempt never requires a key', async () => {
  const server = start({ payments: ['create'] }, ['payments']);
  expect((await send(server, 'POST /payments', body)).status).toBe(201);
  expect((await operate(server, [{ op: 'add', data: body.data }])).status).toBe(200);
});

test('descriptions say it of each endpoint', async () => {
  const { types, endpoints: added, idempotency } = await start({ payments: ['create', 'refund'] }).describe();
  const all = [...Object.values(types).flatMap(({ endpoints }) => endpoints), ...added];
  const rules = all.flatMap(({ method, path, idempotencyKey }) =>
    idempotencyKey === 'must' ? [`${method} ${path}`] : [],
  );
  expect([rules, idempotency?.required]).toEqual([['POST /payments', 'POST /payments/{id}/-actions/refund'], []]);
});

test.each([
  [{ payment: ['create'] }, 'payment'],
  [
    { payments: ['pay'] },
    '`idempotency.require.payments` must contain create, update, delete, updateRelationship, refund, check, but it contains "pay"',
  ],
  [{ payments: 'create' }, '`require.payments` must be an array'],
  ['POST', '`require` must be an array or an object'],
  [new Set(['POST']), '`require` must be an object with members, but it is a collection'],
])('a wrong option is rejected: %j', (require, message) => {
  expect(() => start(require as never)).toThrow(message);
});
