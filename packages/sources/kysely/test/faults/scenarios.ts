import { formatMediaType } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';

const atomic = formatMediaType({ extensions: [atomicExtension.uri], profiles: [] });
const json = 'application/vnd.api+json';

/** Features of the server that a scenario needs. */
export type Feature = 'access' | 'cursors' | 'hooks' | 'keys' | 'stream';

/** One request that is sent again and again, with another failing call each time. */
export interface Scenario {
  readonly name: string;
  readonly line: string;
  readonly status: number;
  /** The status over memory, which does not have the constraints of the tables. */
  readonly inMemory?: number | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly features?: readonly Feature[] | undefined;
  /** A URL whose entity tag the request sends in `If-Match`. */
  readonly ifMatch?: string | undefined;
  /** A URL whose document links to the page to request. */
  readonly nextOf?: string | undefined;
}

const scenario = (line: string, status: number, data?: unknown, more: Partial<Scenario> = {}): Scenario => {
  const features = more.features === undefined ? '' : ` with ${more.features.join(' and ')}`;
  return {
    name: `${line}${features} (${status})`,
    line,
    status,
    ...(data === undefined ? {} : { body: { data }, headers: { 'content-type': json } }),
    ...more,
  };
};

const operations = (list: readonly unknown[], status: number, features: readonly Feature[] = []): Scenario => ({
  name: `${list.length} operations with ${['local ids', ...features].join(' and ')} (${status})`,
  line: 'POST /operations',
  status,
  body: { 'atomic:operations': list },
  headers: { accept: atomic, 'content-type': atomic, ...keyed(features) },
  features,
});

function keyed(features: readonly Feature[]): Readonly<Record<string, string>> {
  return features.includes('keys') ? { 'idempotency-key': 'k1' } : {};
}

const id = (type: string, value: string) => ({ type, id: value });
const order = { type: 'orders', attributes: { reference: 'B-1' } };
const line = {
  type: 'lines',
  attributes: { product: 'rye', quantity: 3 },
  relationships: { order: { data: id('orders', '2') }, labels: { data: [id('labels', 'old'), id('labels', 'new')] } },
};
const cheaper = { ...id('lines', '1'), attributes: { quantity: 9 } };
const relabelled = { ...cheaper, relationships: { labels: { data: [id('labels', 'old')] } } };
const withKey = { headers: { 'content-type': json, 'idempotency-key': 'k1' }, features: ['keys'] } as const;
const all: readonly Feature[] = ['access', 'hooks', 'keys'];

const batch: readonly unknown[] = [
  { op: 'add', data: { ...order, lid: 'o' } },
  { op: 'add', data: { ...line, relationships: { order: { data: { type: 'orders', lid: 'o' } } }, lid: 'l' } },
  { op: 'add', ref: { type: 'lines', lid: 'l', relationship: 'labels' }, data: [id('labels', 'old')] },
  { op: 'update', data: cheaper },
  { op: 'remove', ref: id('lines', '2') },
];

/** Requests of every kind. */
export const scenarios: readonly Scenario[] = [
  scenario('GET /orders', 200),
  scenario('GET /orders?include=lines.labels,previous', 200),
  scenario('GET /orders/1', 200),
  scenario('GET /orders/1?include=lines.labels', 200),
  scenario('GET /orders/1/lines?include=labels', 200),
  scenario('GET /orders/1/relationships/lines', 200),
  scenario('GET /lines/1/order', 200),
  scenario('GET /lines?sort=-order.reference,product&filter[order.reference]=A-1', 200),
  scenario('GET /orders?page[size]=1&page[number]=2&page[total]=true', 200),
  scenario('GET /lines/9', 404),
  scenario('HEAD /orders/1', 200),
  scenario('POST /orders', 201, order),
  scenario('POST /orders', 201, { ...order, relationships: { lines: { data: [id('lines', '1'), id('lines', '2')] } } }),
  scenario('POST /lines', 201, line),
  scenario('POST /labels', 201, { ...id('labels', 'own'), attributes: { name: 'Own' } }),
  scenario('POST /labels', 409, { ...id('labels', 'new'), attributes: { name: 'Again' } }),
  scenario('POST /lines', 404, { ...line, relationships: { order: { data: id('orders', '9') } } }),
  scenario('PATCH /orders/1', 200, { ...id('orders', '1'), attributes: { note: 'soon' } }),
  scenario('PATCH /orders/1', 409, { ...id('orders', '1'), attributes: { reference: 'A-2' } }, { inMemory: 200 }),
  scenario('PATCH /lines/1', 200, relabelled),
  scenario('PATCH /lines/1', 200, relabelled, { ifMatch: '/lines/1' }),
  scenario('PATCH /lines/9', 404, { ...cheaper, id: '9' }),
  scenario('PATCH /lines/1/relationships/labels', 204, [id('labels', 'old')]),
  scenario('POST /lines/1/relationships/labels', 204, [id('labels', 'old')]),
  scenario('DELETE /lines/1/relationships/labels', 204, [id('labels', 'new')]),
  scenario('PATCH /lines/1/relationships/order', 204, null),
  scenario('POST /orders/2/relationships/lines', 204, [id('lines', '1')]),
  scenario('PATCH /orders/1/relationships/lines', 204, []),
  scenario('DELETE /orders/1', 204),
  scenario('DELETE /orders/1', 204, undefined, { ifMatch: '/orders/1' }),
  scenario('DELETE /lines/1', 204),
  scenario('DELETE /labels/new', 409, undefined, { inMemory: 204 }),
  operations(batch, 200),
  operations([...batch, { op: 'update', data: { ...cheaper, id: '9' } }], 404),
  operations(batch, 200, all),
  scenario('POST /orders', 201, order, withKey),
  scenario('PATCH /lines/1', 200, relabelled, withKey),
  scenario('DELETE /lines/9', 404, undefined, withKey),
  scenario('GET /lines?page[size]=1', 200, undefined, { features: ['cursors'] }),
  scenario('GET /lines?page[size]=1&sort=-quantity', 200, undefined, {
    features: ['cursors'],
    nextOf: '/lines?page[size]=1&sort=-quantity',
  }),
  scenario('GET /lines', 200, undefined, { features: ['stream'] }),
  scenario('GET /lines?include=labels,order&sort=product', 200, undefined, { features: ['stream'] }),
  scenario('GET /orders?include=lines.labels', 200, undefined, { features: ['access'] }),
  scenario('GET /orders/2?include=previous', 404, undefined, { features: ['access'] }),
  scenario('PATCH /lines/1', 200, relabelled, { features: ['access'] }),
  scenario('DELETE /orders/1', 204, undefined, { features: ['access', 'hooks'] }),
  scenario('DELETE /labels/old', 403, undefined, { features: ['access'] }),
  scenario('POST /lines', 201, line, { features: ['hooks'] }),
  scenario('POST /lines/1/relationships/labels', 204, [id('labels', 'old')], { features: ['hooks', 'access'] }),
];
