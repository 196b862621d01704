import { JsonApiError } from '@linkage/core';
import { expect, test } from 'vitest';
import { client, createEach, createOrder } from './related-resources.ts';

const order = (number: string, ...counts: readonly number[]) => ({
  number,
  lines: counts.map((count) => ({ item: 'Tea', count })),
});
async function known() {
  const { data } = await client.list('orders', { include: ['lines'] });
  return data.map(({ number, lines }) => [number, lines?.map(({ count }) => count)]);
}

test('an order and its lines are created together, or not at all', async () => {
  expect(await createOrder(order('A', 1, 2))).toMatchObject({ number: 'A' });
  await expect(createOrder(order('B', 1, 0))).rejects.toThrow(JsonApiError);
  expect(await known()).toEqual([['A', [1, 2]]]);
});

test('of several orders, those that the server accepts are created', async () => {
  const rejected = await createEach([order('C', 1), order('D', 0), order('E', 3), order('F', 1, -1), order('G')], 'k');
  expect([...rejected.keys()]).toEqual([1, 3]);
  const cause = rejected.get(1);
  expect(cause?.errors[0]?.code).toBe('ATTRIBUTE_INVALID');
  expect((await known()).slice(1)).toEqual([
    ['C', [1]],
    ['E', [3]],
    ['G', []],
  ]);
});
