import { defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { createMemorySources } from './create-memory-sources.ts';

const api = defineApi({ orders: { attributes: { reference: z.string() } } });
const input = { type: 'orders', attributes: { reference: 'A' }, relationships: {} } as const;
const freeCall = (): SourceCall => ({ context: undefined, signal: new AbortController().signal });

/** The methods of a memory source that a test calls. */
interface Orders {
  create(input: object, call: SourceCall): unknown;
  update(id: string, changes: object, call: SourceCall): unknown;
  delete(id: string, call: SourceCall): unknown;
  list(query: object, call: SourceCall): unknown;
  stream(query: object, call: SourceCall): Iterable<unknown>;
  find(ids: readonly string[], selection: object, call: SourceCall): unknown;
  transaction<Result>(run: (call: SourceCall) => Promise<Result>, call: SourceCall): Promise<Result>;
}

describe('a read outside of the running transaction', () => {
  const seed = { orders: [1, 2, 3].map((id) => ({ id: String(id), reference: `R${id}` })) };
  const query = { filter: [], sort: [], page: { offset: 0, limit: 10 }, total: true };

  test.each<[string, (orders: Orders, call: SourceCall) => unknown]>([
    ['a created record', (orders, call) => orders.create(input, call)],
    [
      'a changed record',
      (orders, call) => orders.update('2', { attributes: { reference: 'B' }, relationships: {} }, call),
    ],
    ['a deleted record', (orders, call) => orders.delete('2', call)],
    [
      'several changes',
      (orders, call) => {
        orders.create({ ...input, id: '9' }, call);
        orders.update('1', { attributes: { reference: 'B' }, relationships: {} }, call);
        orders.delete('2', call);
        orders.delete('9', call);
        orders.create({ ...input, id: '2' }, call);
        orders.update('2', { attributes: { reference: 'C' }, relationships: {} }, call);
      },
    ],
  ])('%s: each read shows the data before it, and the transaction its own data', async (_, change) => {
    const orders = createMemorySources(api, seed).orders as unknown as Orders;
    const reads = (call: SourceCall): unknown => [
      orders.list(query, call),
      orders.list({ ...query, sort: [{ field: 'reference', descending: true }] }, call),
      [...orders.stream(query, call)],
      orders.find(['1', '2', '3', '9', '4'], {}, call),
    ];
    const before = reads(freeCall());
    let inside: unknown;
    await orders.transaction(async (call) => {
      expect(reads(freeCall())).toEqual(before);
      change(orders, call);
      inside = reads(call);
      expect(inside).not.toEqual(before);
      expect(reads(freeCall())).toEqual(before);
    }, freeCall());
    expect(reads(freeCall())).toEqual(inside);
  });

  test('a list during an atomic request that fails shows no part of it', async () => {
    const sources = createMemorySources(api, seed);
    let isSeen: unknown;
    const create = async (_: unknown, { input: given }: { input: { attributes: { reference: string } } }) => {
      if (given.attributes.reference === 'yes') return true;
      isSeen = (await send(server, 'GET /orders')).document.data.length;
      return false;
    };
    const server = createServer(api, sources, {
      extensions: [atomicOperations()],
      defaultAccess: 'allow',
      access: { orders: { create } },
    } as never);
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
    const add = (reference: string) => ({ op: 'add', data: { type: 'orders', attributes: { reference } } });
    const body = JSON.stringify({ 'atomic:operations': [add('yes'), add('no')] });
    const headers = { accept: type, 'content-type': type };
    expect((await server.handle({ method: 'POST', url: '/operations', headers, body })).status).toBe(403);
    expect([isSeen, (await send(server, 'GET /orders')).document.data.length]).toEqual([3, 3]);
  });
});
