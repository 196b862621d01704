import { expect, test } from 'vitest';
import { server as withActions } from './cancel-order.ts';
import { server as withParameters } from './type-parameters.ts';
import { cancelOld, logged, sent, server, withLimit } from './write-hooks.ts';

const headers = { 'content-type': 'application/vnd.api+json' };
const patch = (attributes: object) => {
  const body = JSON.stringify({ data: { type: 'orders', id: '1', attributes } });
  return server.handle({ method: 'PATCH', url: '/orders/1', headers, body });
};
const audits = async () => {
  const { body = '' } = await server.handle({ method: 'GET', url: '/audits', headers: {} });
  return JSON.parse(body).data.length;
};

test('an update writes an audit and sends mail, an action cancels the order, and the hook then rejects changes', async () => {
  expect([(await patch({ item: 'Pen' })).status, await audits(), sent]).toEqual([200, 1, ['Order 1 is open.']]);
  const canceled = await withActions.handle({ method: 'POST', url: '/orders/1/-actions/cancel', headers });
  expect(JSON.parse(canceled.body ?? '').data.attributes.status).toBe('canceled');
  const rejected = await patch({ item: 'Cup' });
  expect(JSON.parse(rejected.body ?? '').errors[0]).toMatchObject({
    status: '422',
    source: { pointer: '/data/attributes/status' },
  });
  expect([await audits(), sent.length]).toEqual([1, 1]);
});

test('a job cancels an order, with the hooks of every write', async () => {
  await expect(cancelOld(['1'])).rejects.toMatchObject({ status: 422 });
  await expect(cancelOld(['9'])).rejects.toMatchObject({ status: 404 });
});

test('a hook counts the open orders, and lists audits', async () => {
  const body = JSON.stringify({ data: { type: 'orders', attributes: { item: 'Cup' } } });
  const create = async () => (await withLimit.handle({ method: 'POST', url: '/orders', headers, body })).status;
  expect([await create(), await create(), await create(), await create()]).toEqual([201, 201, 201, 409]);
  expect(logged.length).toBe(3);
  expect(logged[2]).toMatch(/^The order \S+ follows the audit Order 1: item\.$/);
});

test('parameters of orders are rejected at other types', async () => {
  const statusOf = async (url: string) => (await withParameters.handle({ method: 'GET', url, headers: {} })).status;
  const urls = ['/orders?minPrice=5&orderStats[total]=count', '/audits?minPrice=5', '/audits?dryRun=true'];
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 400, 200]);
});
