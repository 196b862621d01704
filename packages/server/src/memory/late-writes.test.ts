import { defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withRest } from '../../test/with-rest.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { createMemorySources } from './create-memory-sources.ts';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts';
import { memoryRecords } from './memory-records.ts';

const api = defineApi({
  orders: { attributes: { reference: z.string() } },
  notes: { attributes: { text: z.string() } },
});
const input = { type: 'orders', attributes: { reference: 'A' }, relationships: {} } as const;
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const freeCall = (): SourceCall => ({ context: undefined, signal: new AbortController().signal });

/** The methods of a memory source that a test calls. */
interface Written {
  create(input: object, call: SourceCall): unknown;
  update(id: string, changes: object, call: SourceCall): unknown;
  delete(id: string, call: SourceCall): unknown;
  updateRelationship(id: string, name: string, change: object, call: SourceCall): unknown;
  transaction<Result>(run: (call: SourceCall) => Promise<Result>, call: SourceCall): Promise<Result>;
}

function memory(records: object = {}) {
  const sources = createMemorySources(api, records);
  const { orders, notes } = sources as unknown as Readonly<Record<'orders' | 'notes', Written>>;
  return { sources, orders, notes, count: async () => (await memoryRecords(sources)).orders?.length };
}

const post = (server: unknown, headers: object = {}, signal?: AbortSignal) =>
  (server as ReturnType<typeof createServer>).handle({
    method: 'POST',
    url: '/orders',
    headers: { 'content-type': 'application/vnd.api+json', ...headers },
    body: JSON.stringify({ data: { type: 'orders', attributes: { reference: 'A' } } }),
    signal,
  });

describe('a write after its transaction has ended', () => {
  test('a source that waits until the request timed out writes nothing', async () => {
    const { orders, count } = memory();
    let late: unknown;
    const create = async (given: object, call: SourceCall): Promise<unknown> => {
      await sleep(40);
      try {
        return orders.create(given, call);
      } catch (error) {
        late = error;
        throw error;
      }
    };
    const server = createServer(api, withRest(api, { orders: { ...orders, create } } as never), {
      limits: { requestTime: 10 },
      onError: () => 0,
    });
    expect((await post(server)).status).toBe(504);
    await sleep(60);
    expect([await count(), late !== undefined]).toEqual([0, true]);
  });

  test('a key whose first request was aborted has one record after the second', async () => {
    const { sources, orders, count } = memory();
    let waits = 40;
    const create = async (given: object, call: SourceCall): Promise<unknown> => {
      await sleep(waits);
      return orders.create(given, call);
    };
    const store = createMemoryIdempotencyStore({ sharesWith: sources.orders });
    const server = createServer(api, withRest(api, { orders: { ...orders, create } } as never), {
      onError: () => 0,
      idempotency: { keys: idempotencyKeys({ store }), user: () => 'a' },
    });
    const client = new AbortController();
    const first = post(server, { 'idempotency-key': '"k"' }, client.signal);
    await sleep(10);
    client.abort();
    expect((await first).status).toBe(499);
    waits = 0;
    expect((await post(server, { 'idempotency-key': '"k"' })).status).toBe(201);
    await sleep(60);
    expect(await count()).toBe(1);
  });

  test.each<[string, (orders: Written, call: SourceCall) => unknown]>([
    ['create', (orders, call) => orders.create(input, call)],
    ['update', (orders, call) => orders.update('1', { attributes: { reference: 'B' }, relationships: {} }, call)],
    ['delete', (orders, call) => orders.delete('1', call)],
    ['updateRelationship', (orders, call) => orders.updateRelationship('1', 'lines', { replace: [] }, call)],
    ['transaction', (orders, call) => orders.transaction(async (inside) => orders.create(input, inside), call)],
  ])('%s is rejected, also while another transaction runs', async (_, write) => {
    const seed = { orders: [{ id: '1', reference: 'A' }] };
    const { sources, orders } = memory(seed);
    for (const isKept of [true, false]) {
      let ended: SourceCall | undefined;
      const over = orders.transaction(async (inside) => {
        ended = inside;
        if (!isKept) throw new Error('no');
      }, freeCall());
      await over.catch(() => undefined);
      const late = async (): Promise<unknown> => write(orders, ended as SourceCall);
      await expect(late()).rejects.toThrow('The transaction of this call has ended');
      await orders.transaction(async () => expect(late()).rejects.toThrow(TypeError), freeCall());
      expect(await memoryRecords(sources)).toEqual({ ...seed, notes: [] });
    }
  });

  test('a call whose request was aborted is rejected', () => {
    const { orders } = memory();
    const signal = AbortSignal.abort(new Error('gone'));
    expect(() => orders.create(input, { context: undefined, signal })).toThrow('gone');
  });

  test('a response is not stored for a key after its transaction has ended', async () => {
    const { sources, orders } = memory();
    const store = createMemoryIdempotencyStore({ sharesWith: sources.orders });
    const later = new Date(Date.now() + 60_000);
    const claim = { user: 'a', key: 'k', owner: 'o', fingerprint: 'f', leaseUntil: later, keepUntil: later };
    await store.begin(claim, freeCall());
    const ended = await orders.transaction(async (inside) => inside, freeCall());
    const complete = async (): Promise<unknown> =>
      store.complete(claim, { status: 201, headers: {}, body: undefined }, ended);
    await expect(complete()).rejects.toThrow('The transaction of this call has ended');
    expect(await store.begin(claim, freeCall())).toEqual({ fingerprint: 'f', answer: undefined });
  });
});

describe('a write outside of the running transaction', () => {
  test('it waits, and a rollback does not undo it', async () => {
    const { orders, count } = memory();
    let written: unknown;
    const failing = orders.transaction(async (inside) => {
      await orders.create(input, inside);
      written = orders.create(input, freeCall());
      await sleep(5);
      throw new Error('no');
    }, freeCall());
    await expect(failing).rejects.toThrow('no');
    expect(await written).toMatchObject({ reference: 'A' });
    expect(await count()).toBe(1);
  });

  test('the transaction of other memory sources is not the transaction of these', async () => {
    const [one, other] = [memory(), memory()];
    await one.orders.transaction(async (inside) => {
      other.orders.create(input, inside);
      one.orders.create(input, inside);
    }, freeCall());
    expect([await one.count(), await other.count()]).toEqual([1, 1]);
  });
});
