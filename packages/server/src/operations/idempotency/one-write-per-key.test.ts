import { attribute, defineApi, errorObject, JsonApiError, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { EndpointRequest } from '../../extensions/server-extension.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { memoryRecords } from '../../memory/memory-records.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { idempotencyKeys } from './idempotency-keys.ts';

const media = 'application/vnd.api+json';
const api = defineApi({
  people: {
    attributes: { name: z.string(), open: attribute(z.boolean(), { filter: true }) },
    relationships: { tags: toMany('tags') },
  },
  tags: {},
});
const person = { data: { type: 'people', attributes: { name: 'Ada', open: false } } };
const reject = (): never => {
  throw new JsonApiError(errorObject('FORBIDDEN', 'No.'));
};

type Options = ServerOptions<never, typeof api>;

/** A server over memory sources. Sends one request with the same key three times. */
async function sendThrice(options: object, has: { readonly transactions: boolean; readonly shares: boolean }) {
  const sources = createMemorySources(api, { tags: [{ id: '1' }, { id: '2' }, { id: '3' }] });
  const store = createMemoryIdempotencyStore(has.shares ? { sharesWith: sources.people } : {});
  const people = has.transactions
    ? sources.people
    : { ...sources.people, transaction: undefined, transactionGroup: undefined };
  const server = createServer(api, { ...sources, people } as never, {
    idempotency: { keys: idempotencyKeys({ store }), user: () => 'all' },
    onError: () => undefined,
    ...(options as Options),
  });
  const url = 'endpoints' in options ? '/-add' : '/people';
  const answers: (string | number)[][] = [];
  for (const _ of [1, 2, 3]) {
    const headers = { 'content-type': media, 'idempotency-key': 'k' };
    const body = url === '/people' ? JSON.stringify(person) : undefined;
    const { status, headers: given } = await server.handle({ method: 'POST', url, headers, body });
    answers.push([status, given['Idempotency-Replayed'] ?? 'new']);
  }
  const { people: rows } = (await memoryRecords(sources)) as { readonly people: readonly object[] };
  return { answers, rows: rows.length };
}

/** An endpoint that creates a person, and then does something. */
function adding(then: (request: EndpointRequest) => unknown) {
  const run = async (request: EndpointRequest) => {
    await request.execute({ method: 'POST', target: { type: 'people' }, document: person });
    return then(request);
  };
  return { endpoints: [{ name: 'add', method: 'POST', path: '/-add', statuses: [200], run }] };
}

const hiddenAfter = {
  access: { people: { read: () => [{ field: 'open', values: [true] }], create: () => true } },
} as const;
const afterFails = { hooks: { people: { create: { after: reject } } } };

describe('without transactions, a write that succeeded keeps the key', () => {
  test.each<[string, number, object]>([
    ['the user cannot read the result', 403, hiddenAfter],
    ['a hook rejects after the write', 403, afterFails],
    ['an endpoint throws after the write', 403, adding(reject)],
  ])('%s', async (_, status, options) => {
    expect(await sendThrice(options, { transactions: false, shares: false })).toEqual({
      answers: [
        [status, 'new'],
        [status, 'true'],
        [status, 'true'],
      ],
      rows: 1,
    });
  });
});

describe.each([
  ['in one transaction', true],
  ['apart', false],
])('the write and its response are stored %s', (_, shares) => {
  test.each<[string, number, object]>([
    ['the user cannot read the result', 403, hiddenAfter],
    ['a hook rejects after the write', 403, afterFails],
  ])('a write that its transaction undid releases the key: %s', async (_name, status, options) => {
    const { answers, rows } = await sendThrice(options, { transactions: true, shares });
    expect([answers, rows]).toEqual([[1, 2, 3].map(() => [status, 'new']), 0]);
  });

  test.each([303, 409, 502])('an endpoint that returns %s after a write runs once', async (status) => {
    const document = { errors: [{ status: String(status), title: 'The printer is out of paper.' }] };
    const answer = status === 303 ? { status } : { status, document };
    expect(
      await sendThrice(
        adding(() => answer),
        { transactions: true, shares },
      ),
    ).toEqual({
      answers: [
        [status, 'new'],
        [status, 'true'],
        [status, 'true'],
      ],
      rows: 1,
    });
  });
});

test('an endpoint that throws after a write in a transaction of the store undoes the write, and releases the key', async () => {
  const { answers, rows } = await sendThrice(adding(reject), { transactions: true, shares: true });
  expect([answers, rows]).toEqual([[1, 2, 3].map(() => [403, 'new']), 0]);
});
