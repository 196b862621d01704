import { expect, test } from 'vitest';
import { response, results } from './atomic-operations.ts';
import { first, second } from './idempotency.ts';

test('an order and its lines are created in one request', () => {
  expect(response.status).toBe(200);
  expect(results).toHaveLength(4);
  expect(results[1].data.relationships.order.data).toEqual({ type: 'orders', id: results[0].data.id });
  expect(results[3]).toEqual({});
});

test('a request with the same key is answered once more', () => {
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(second.headers['Idempotency-Replayed']).toBe('true');
});
