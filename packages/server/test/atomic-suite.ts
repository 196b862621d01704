import { expect, test } from 'vitest';
import type { JsonApiResponse } from '../src/http.ts';
import { type AtomicAnswer, atomicType, readAtomicAnswer } from './atomic-request.ts';
import type { AnyDocument } from './support.ts';

/** A server with orders and lines under `/api`, however it is reached. */
export interface AtomicHost {
  readonly send: (
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ) => Promise<JsonApiResponse>;
  /** Everything that is stored. */
  readonly dump: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Reads a response of fetch. */
export async function readResponse(response: Response): Promise<JsonApiResponse> {
  const text = await response.text();
  const names = (name: string): string => name.replace(/(^|-)./g, (it) => it.toUpperCase());
  const headers = Object.fromEntries([...response.headers].map(([name, value]) => [names(name), value]));
  return { status: response.status, headers, ...(text === '' ? {} : { body: text }) };
}

/** Reaches a server over HTTP. */
export function sendTo(origin: string): AtomicHost['send'] {
  return async (method, url, headers, body) =>
    readResponse(await fetch(`${origin}${url}`, { method, headers, ...(body === undefined ? {} : { body }) }));
}

const order = (reference: string, others: object = {}) => ({
  op: 'add',
  data: { type: 'orders', attributes: { reference }, ...others },
});
const line = (product: string, to: object, others: object = {}) => ({
  op: 'add',
  data: { type: 'lines', attributes: { product, quantity: 1 }, relationships: { order: { data: to } }, ...others },
});
const first = { type: 'orders', id: '1' };
const lid = { type: 'orders', lid: 'o' };

/** A list of operations: its answer, and the identities and places in it. */
type Case = readonly [title: string, operations: readonly unknown[], status: number, problems: readonly string[]];

/** Lists that are rejected: nothing of what they would write stays. */
const rejected: readonly Case[] = [
  ['ATX-05 another op', [order('x'), { op: 'x' }], 400, ['DOCUMENT_INVALID 1/op']],
  ['ATX-06 ref and href', [{ op: 'remove', ref: first, href: '/orders/1' }], 400, ['DOCUMENT_INVALID 0']],
  ['ATX-07 ref without id', [{ op: 'remove', ref: { type: 'orders' } }], 400, ['DOCUMENT_INVALID 0/ref']],
  ['ATX-08 nothing at the URL', [order('x'), { op: 'remove', href: '/nothing/1' }], 404, ['NOT_FOUND 1/href']],
  ['ATX-09 an unknown type', [{ op: 'add', data: { type: 'x' } }], 404, ['NOT_FOUND 0/data/type']],
  ['ATX-10 no data', [{ op: 'add', href: '/orders' }], 400, ['DOCUMENT_INVALID 0']],
  [
    'ATX-11 another id',
    [{ op: 'update', ref: first, data: { type: 'orders', id: '2' } }],
    409,
    ['ID_CONFLICT 0/data/id'],
  ],
  ['ATX-12 no target', [{ op: 'remove' }], 400, ['DOCUMENT_INVALID 0']],
  [
    'ATX-13 add on to-one',
    [{ op: 'add', ref: { ...first, relationship: 'previous' }, data: null }],
    403,
    ['OPERATION_NOT_SUPPORTED 0/op'],
  ],
  [
    'ATX-14 ATX-17 an invalid attribute',
    [order('x'), { op: 'remove', ref: first }, order('')],
    422,
    ['ATTRIBUTE_INVALID 2/data/attributes/reference'],
  ],
  ['ATX-16 two malformed', [order('x'), { op: 'x' }, 5], 400, ['DOCUMENT_INVALID 1/op', 'DOCUMENT_INVALID 2']],
  [
    'ATX-18 a missing target',
    [order('x'), { op: 'remove', ref: { type: 'lines', id: '99' } }],
    404,
    ['NOT_FOUND 1/ref'],
  ],
  [
    'ATX-18 a missing related resource',
    [order('x', lid), line('y', { type: 'orders', id: '99' })],
    404,
    ['RELATED_RESOURCE_NOT_FOUND 1/data/relationships/order/data'],
  ],
  [
    'ATX-26 a forward reference',
    [line('x', lid), order('x', lid)],
    400,
    ['LOCAL_ID_UNKNOWN 0/data/relationships/order/data/lid'],
  ],
  [
    'ATX-28 a removed resource',
    [order('x', lid), { op: 'remove', ref: lid }, line('y', lid)],
    404,
    ['RELATED_RESOURCE_NOT_FOUND 2/data/relationships/order/data'],
  ],
  ['ATX-29 too many', Array.from({ length: 51 }, (_, index) => order(`${index}`)), 400, ['OPERATIONS_TOO_MANY ']],
  ['ATX-31 a client id', [order('x'), order('y', { id: '7' })], 403, ['CLIENT_ID_FORBIDDEN 1/data/id']],
  [
    'ATX-32 a condition',
    [order('x'), { op: 'remove', ref: first, meta: { ifMatch: '"x"' } }],
    412,
    ['PRECONDITION_FAILED 1/meta/ifMatch'],
  ],
];

/** The tests that every pair of a source and an adapter passes. */
export function describeAtomic(open: () => Promise<AtomicHost>): void {
  async function host() {
    const { send, dump, close } = await open();
    const operate = async (operations: readonly unknown[], headers: object = {}, query = ''): Promise<AtomicAnswer> => {
      const sent = { 'atomic:operations': operations };
      const fields = { accept: atomicType, 'content-type': atomicType, ...headers };
      return readAtomicAnswer(await send('POST', `/api/operations${query}`, fields, JSON.stringify(sent)), sent);
    };
    const get = async (url: string): Promise<AnyDocument> =>
      JSON.parse((await send('GET', `/api${url}`, { accept: 'application/vnd.api+json' })).body ?? 'null');
    return { send, dump, close, operate, get };
  }

  test('ATX-01 ATX-02 ATX-03 ATX-04 ATX-30 requests that are not operations', async () => {
    const { send, operate, close } = await host();
    const plain = { accept: atomicType, 'content-type': 'application/vnd.api+json' };
    const without = await send('POST', '/api/operations', plain, '{}');
    expect([without.status, without.headers['Accept-Post']]).toEqual([415, atomicType]);
    const read = await send('GET', '/api/operations', { accept: atomicType });
    expect([read.status, read.headers['Allow']]).toEqual([405, 'POST, OPTIONS']);
    expect((await operate([])).problems).toEqual(['DOCUMENT_INVALID /atomic:operations']);
    expect((await operate([order('x')], {}, '?include=lines')).problems).toEqual(['PARAMETER_NOT_SUPPORTED include']);
    const both = JSON.stringify({ 'atomic:operations': [order('x')], data: null });
    expect((await send('POST', '/api/operations', { ...plain, 'content-type': atomicType }, both)).status).toBe(400);
    await close();
  });

  test('ATX-13 ATX-20 ATX-22 ATX-23 ATX-24 ATX-25 ATX-27 an order with its lines', async () => {
    const { operate, get, close } = await host();
    const { status, results } = await operate([
      order('B-1', { ...lid, relationships: { previous: { data: lid } } }),
      line('rice', lid, { lid: 'l' }),
      line('beans', lid),
      { op: 'update', ref: lid, data: { ...lid, attributes: { note: 'soon' } } },
      { op: 'add', ref: { type: 'lines', lid: 'l', relationship: 'labels' }, data: [{ type: 'labels', id: 'old' }] },
      { op: 'remove', href: '/lines/2' },
    ]);
    expect([status, results.length, results.slice(4)]).toEqual([200, 6, [{}, {}]]);
    const { id } = results[0].data;
    expect(results[0].data.relationships.previous.data).toEqual({ type: 'orders', id });
    expect(results[3].data).toMatchObject({ id, attributes: { reference: 'B-1', note: 'soon' } });
    for (const { data } of results.slice(1, 3)) {
      const read = await get(`/lines/${data.id}?include=labels`);
      expect(read.data.relationships.order.data).toEqual({ type: 'orders', id });
      expect(read.included.length).toBe(data === results[1].data ? 1 : 0);
    }
    expect((await get('/lines/2')).errors[0].status).toBe('404');
    await close();
  });

  test('ATX-20 ATX-21 no data in any result is 204', async () => {
    const { operate, dump, close } = await host();
    const { status, document } = await operate([
      { op: 'update', ref: { type: 'lines', id: '1', relationship: 'labels' }, data: [] },
      { op: 'remove', ref: { type: 'lines', id: '2' } },
    ]);
    expect([status, document]).toEqual([204, undefined]);
    expect(JSON.stringify(await dump())).not.toContain('milk');
    await close();
  });

  test.each(rejected)('ATX-14 %s: nothing stays', async (_, operations, status, problems) => {
    const { operate, dump, close } = await host();
    const before = await dump();
    const answer = await operate(operations);
    const places = problems.map((it) => {
      const [code, place] = it.split(' ');
      return place === '' ? `${code} /atomic:operations` : `${code} /atomic:operations/${place}`;
    });
    expect([answer.status, answer.problems]).toEqual([status, places]);
    expect(await dump()).toEqual(before);
    await close();
  });
}
