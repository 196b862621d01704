/** `afterCommit` of a source: once after each transaction that was committed, before the response. */

import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../../operations/idempotency/idempotency-keys.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { extendSource } from '../port/extend-source.ts';

const type = 'application/vnd.api+json';
const atomic = `${type};ext="https://jsonapi.org/ext/atomic"`;
const person = (id: string) => ({ type: 'people', id, attributes: { name: 'New' } });

/** @param isShared Whether the store of keys shares the transactions of the sources. */
function serve(isShared: boolean, note: () => Promise<void> = async () => undefined) {
  const sources = blogSources();
  let commits = 0;
  const afterCommit = (): Promise<void> => {
    commits++;
    return note();
  };
  const people = extendSource(sources.people as never, { afterCommit } as never) as never;
  const errors: unknown[] = [];
  const store = createMemoryIdempotencyStore(isShared ? { sharesWith: sources.people as never } : {});
  const server = createServer(blog, { ...sources, people }, {
    extensions: [atomicOperations()],
    idempotency: { keys: idempotencyKeys({ store }), user: () => 'all' },
    onError: (error: unknown) => void errors.push(error),
  } as never);
  const send = async (line: string, document?: object, key?: string) => {
    const [method = '', url = ''] = line.split(' ');
    const sent = url === '/operations' ? atomic : type;
    const headers = { accept: sent, 'content-type': sent, ...(key !== undefined && { 'idempotency-key': key }) };
    const body = document === undefined ? undefined : JSON.stringify(document);
    return (await server.handle({ method, url, headers, body })).status;
  };
  return { send, errors, commits: () => commits };
}

const operations = ['10', '11'].map((id) => ({ op: 'add', data: person(id) }));
const writes: readonly (readonly [line: string, document: object | undefined, status: number])[] = [
  ['POST /people', { data: person('10') }, 201],
  ['PATCH /people/7', { data: person('7') }, 200],
  ['DELETE /people/7', undefined, 204],
  ['PATCH /people/7/relationships/friend', { data: null }, 204],
  ['POST /operations', { 'atomic:operations': operations }, 200],
];

describe.each([true, false])('a store of keys that shares the transactions: %s', (isShared) => {
  test.each(writes)('%s: once, with a key again for the repeated response', async (line, document, status) => {
    const plain = serve(isShared);
    expect([await plain.send(line, document), plain.commits()]).toEqual([status, 1]);
    const keyed = serve(isShared);
    expect([await keyed.send(line, document, 'k'), keyed.commits()]).toEqual([status, 1]);
    expect([await keyed.send(line, document, 'k'), keyed.commits()]).toEqual([status, 2]);
  });

  test.each<[line: string, document: object | undefined, status: number]>([
    ['GET /people/7', undefined, 200],
    ['PATCH /people/99', { data: person('99') }, 404],
    ['POST /people', { data: person('7') }, 409],
    [
      'POST /operations',
      { 'atomic:operations': [...operations, { op: 'remove', ref: { type: 'people', id: '99' } }] },
      404,
    ],
  ])('%s %j: never', async (line, document, status) => {
    for (const key of [undefined, 'k']) {
      const { send, commits } = serve(isShared);
      expect([await send(line, document, key), commits()]).toEqual([status, 0]);
    }
  });
});

test('the response waits for it; if it fails, the response is an error, and the write stays', async () => {
  const order: string[] = [];
  const slow = serve(false, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push('noted');
  });
  await slow.send('POST /people', { data: person('10') });
  expect(order).toEqual(['noted']);
  const failing = serve(false, () => Promise.reject(new Error('injected')));
  expect(await failing.send('POST /people', { data: person('10') })).toBe(500);
  expect([failing.errors, await failing.send('GET /people/10')]).toEqual([[new Error('injected')], 200]);
});
