/** A hidden resource runs the statements of a missing one, so the time of a response does not tell them apart. */
import { createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { api, faultWorlds } from '../test/faults/fault-world.ts';

const order = (id: string) => ({ type: 'orders', id });
const requests: readonly (readonly [line: string, data: ((id: string) => unknown) | undefined])[] = [
  ['GET /orders/ID', undefined],
  ['GET /orders/ID/lines', undefined],
  ['GET /orders/ID/relationships/lines', undefined],
  ['GET /lines?filter[order]=ID', undefined],
  ['PATCH /orders/ID', (id) => ({ ...order(id), attributes: { note: 'n' } })],
  ['PATCH /lines/2/relationships/order', order],
  ['PATCH /orders/ID/relationships/lines', () => []],
  ['POST /orders/ID/relationships/lines', () => [{ type: 'lines', id: '1' }]],
  [
    'POST /lines',
    (id) => ({
      type: 'lines',
      attributes: { product: 'p', quantity: 1 },
      relationships: { order: { data: order(id) } },
    }),
  ],
  ['DELETE /orders/ID', undefined],
];

test.each(requests)('%s', async (line, data) => {
  const answers = [];
  for (const id of ['2', '8']) {
    const { sources, fault, close } = await faultWorlds.SQLite();
    const read = () => [{ field: 'reference' as const, values: ['A-1'] }];
    const server = createServer(api, sources, { defaultAccess: 'allow', access: { orders: { read } } });
    const [method = '', url = ''] = line.replace('ID', id).split(' ');
    const headers = { 'content-type': 'application/vnd.api+json' };
    const body = data === undefined ? {} : { body: JSON.stringify({ data: data(id) }) };
    fault.arm(0, 'before', () => undefined);
    const response = await server.handle({ method, url, headers, ...body });
    answers.push([response.status, response.body?.replaceAll(id, 'ID'), fault.disarm()]);
    await close();
  }
  expect(answers[0]).toEqual(answers[1]);
});
