/** A kept response is repeated only to a user who can read all of it now. */

import { attribute, defineApi, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withRest } from '../../../test/with-rest.ts';
import type { EndpointRequest } from '../../extensions/server-extension.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { idempotencyKeys } from './idempotency-keys.ts';

const api = defineApi({
  items: {
    attributes: {
      secret: z.string(),
      open: attribute(z.boolean(), { filter: true }),
      length: attribute(z.number(), { needs: ['secret'], compute: ({ secret }) => secret.length }),
    },
  },
  notes: {
    attributes: {
      text: z.string(),
      data: z.unknown().optional(),
      isOwned: attribute(z.boolean(), { needs: ['owner'], compute: ({ owner }) => owner !== null, onDemand: true }),
    },
    relationships: { owner: toOne('agents') },
  },
  agents: {},
});
const uri = 'https://bulk.example/';
const item = { data: { type: 'items', id: '1', attributes: { open: true } } };
const created = { data: { type: 'items', attributes: { secret: 'top', open: true } } };
const note = { data: { type: 'notes', id: '1', attributes: { text: 'b' } } };
const conditions = (open = true) => [{ field: 'open', values: [open] }];

/** The conditions on what the user can read. A test changes them between two requests. */
interface Rules {
  items: unknown;
  agents: unknown;
  fields: unknown;
}

const run = (toDocument: (resource: object) => object) => async (request: EndpointRequest) => {
  const { document } = await request.execute({ method: 'PATCH', target: { type: 'items', id: '1' }, document: item });
  return { status: 200, document: toDocument(document as object) };
};
const bulk = {
  extension: { uri, namespace: 'bulk' },
  endpoints: [
    { name: 'bulk', method: 'POST', path: '/-bulk', statuses: [200], run: run((it) => ({ 'bulk:results': [it] })) },
    { name: 'count', method: 'POST', path: '/-count', statuses: [200], run: run(() => ({ 'bulk:count': 4711 })) },
  ],
};
const endpoints = [
  { name: 'meta', method: 'POST', path: '/-meta', statuses: [200], run: run(() => ({ meta: { secret: 'top' } })) },
];

function serve(withoutFind = false) {
  const rules: Rules = { items: true, agents: true, fields: true };
  const all = createMemorySources(api, {
    items: [{ id: '1', secret: 'top', open: true }],
    notes: [{ id: '1', text: 'a', owner: '7' }],
    agents: [{ id: '7' }],
  });
  const items = withoutFind ? { create: all.items?.create?.bind(all.items) } : all.items;
  const store = createMemoryIdempotencyStore();
  const write = withoutFind ? { create: () => true } : { create: () => true, update: () => true, delete: () => true };
  const server = createServer(api, withRest(api, { items, notes: all.notes } as never), {
    idempotency: { keys: idempotencyKeys({ store }), user: () => 'all' },
    onError: () => undefined,
    ...(withoutFind ? {} : { extensions: [bulk], endpoints }),
    access: {
      items: { read: () => rules.items, fields: () => rules.fields, ...write },
      notes: { read: () => true, update: () => true },
      agents: { read: () => rules.agents },
    },
  } as never);
  const send = async (line: string, document?: object, key: string | undefined = 'k') => {
    const [method = '', url = ''] = line.split(' ');
    const isBulk = url === '/-bulk' || url === '/-count';
    const type = `application/vnd.api+json${isBulk ? `;ext="${uri}"` : ''}`;
    const body = isBulk ? '{"bulk:x":1}' : document && JSON.stringify(document);
    const headers = { 'content-type': type, accept: type, 'idempotency-key': key };
    const answer = await server.handle({ method, url, headers, body });
    return [answer.status, answer.headers['Idempotency-Replayed']];
  };
  return { rules, send };
}

test.each<[string, unknown, unknown]>([
  ['false', false, [404, undefined]],
  ['conditions', conditions(), [404, undefined]],
  ['true', true, [200, 'true']],
])('after a deletion, and with a rule that returns %s now', async (_, items, expected) => {
  const { rules, send } = serve();
  expect(await send('PATCH /items/1', item)).toEqual([200, undefined]);
  expect(await send('DELETE /items/1', undefined, 'other')).toEqual([204, undefined]);
  rules.items = items;
  expect(await send('PATCH /items/1', item)).toEqual(expected);
});

test.each<[string, readonly object[], unknown]>([
  ['matches', conditions(), [200, 'true']],
  ['does not match', conditions(false), [403, undefined]],
])('an attribute whose conditions the resource %s now', async (_, secret, expected) => {
  const { rules, send } = serve();
  expect(await send('PATCH /items/1', item)).toEqual([200, undefined]);
  rules.fields = { where: { secret } };
  expect(await send('PATCH /items/1', item)).toEqual(expected);
});

test.each<[string, unknown, status: number]>([
  ['shows everywhere', true, 200],
  ['shows of this resource', conditions(), 200],
  ['shows of other resources', conditions(false), 403],
  ['never shows', false, 403],
  ['never shows, by a list without values', [{ field: 'open', values: [] }], 403],
])('a computed attribute that needs one which the rule %s now', async (_, secret, status) => {
  const { rules, send } = serve();
  const patch = (fields: string) => send(`PATCH /items/1?fields[items]=${fields}`, item, fields);
  for (const fields of ['length', 'open']) expect(await patch(fields)).toEqual([200, undefined]);
  rules.fields = { where: { secret } };
  expect(await patch('length')).toEqual([status, status === 200 ? 'true' : undefined]);
  expect(await patch('open')).toEqual([200, 'true']);
});

test('a deletion is repeated, whatever the user can read', async () => {
  const { rules, send } = serve();
  rules.items = conditions();
  expect(await send('DELETE /items/1')).toEqual([204, undefined]);
  expect(await send('DELETE /items/1')).toEqual([204, 'true']);
});

test('a source without `find`', async () => {
  const { rules, send } = serve(true);
  expect(await send('POST /items', created)).toEqual([201, undefined]);
  expect(await send('POST /items', created)).toEqual([201, 'true']);
  rules.items = false;
  expect(await send('POST /items', created)).toEqual([404, undefined]);
});

test('linkage to a type without a source', async () => {
  const { rules, send } = serve();
  expect(await send('PATCH /notes/1', note)).toEqual([200, undefined]);
  expect(await send('PATCH /notes/1', note)).toEqual([200, 'true']);
  rules.agents = false;
  expect(await send('PATCH /notes/1', note)).toEqual([403, undefined]);
});

test('an attribute that is computed from linkage, with other rights', async () => {
  const { rules, send } = serve();
  const patch = (fields: string) => send(`PATCH /notes/1?fields[notes]=${fields}`, note, fields);
  for (const fields of ['isOwned', 'text']) expect(await patch(fields)).toEqual([200, undefined]);
  expect(await patch('isOwned')).toEqual([200, 'true']);
  rules.agents = false;
  expect(await patch('isOwned')).toEqual([403, undefined]);
  expect(await patch('text')).toEqual([200, 'true']);
});

test('the value of an attribute is not a resource', async () => {
  const { rules, send } = serve();
  rules.agents = false;
  for (const data of [{ type: 'agents', id: '7' }, [{ of: { type: 'agents', id: '8', meta: {}, '@a': 1 } }]]) {
    const document = {
      data: { type: 'notes', id: '1', attributes: { data }, relationships: { owner: { data: null } } },
    };
    const key = JSON.stringify(data).length.toString();
    expect(await send('PATCH /notes/1', document, key)).toEqual([200, undefined]);
    expect(await send('PATCH /notes/1', document, key)).toEqual([200, 'true']);
  }
});

describe.each([
  ['resources in a member of an extension', 'POST /-bulk', 404, 404],
  ['a member of an extension', 'POST /-count', 403, 403],
  ['meta objects', 'POST /-meta', 403, 403],
])('%s', (_, line, hidden, otherConditions) => {
  test.each<[string, Partial<Rules>, number]>([
    ['the resource is hidden', { items: false }, hidden],
    ['the user has other conditions', { items: conditions(false) }, otherConditions],
    ['the user can read other fields', { fields: ['open'] }, 403],
    ['the user can read less of another type', { agents: false }, 403],
    ['a rule fails', { agents: 'wrong' }, 403],
  ])('are not repeated if %s', async (_case, now, status) => {
    const { rules, send } = serve();
    expect(await send(line)).toEqual([200, undefined]);
    expect(await send(line)).toEqual([200, 'true']);
    Object.assign(rules, now);
    expect(await send(line)).toEqual([status, undefined]);
  });
});
