import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ExtensionEndpoint } from './server-extension.ts';

const api = defineApi({
  orders: {
    attributes: {
      status: z.enum(['new', 'paid']),
      code: attribute(z.string().optional(), { read: false }),
      profit: z.number().optional(),
    },
    relationships: { buyer: toOne('people'), notes: toMany('people', { read: false }) },
  },
  people: { attributes: { name: z.string() } },
});
const sources = createMemorySources(api, {
  orders: [{ id: '1', status: 'new', buyer: '9', profit: 4 }],
  people: [{ id: '9', name: 'Ada' }],
});

/** The answer to an action that responds with this, and what `onError` received. */
async function answerOf(response: unknown, url = '/orders/1/-actions/pay') {
  const failures: unknown[] = [];
  const endpoint = {
    name: 'pay-order',
    method: 'POST',
    path: '/orders/{id}/-actions/pay',
    statuses: [200],
    run: () => response,
  } as ExtensionEndpoint;
  const server = createServer(api, sources, {
    endpoints: [endpoint],
    defaultAccess: 'allow',
    access: { orders: { fields: () => ({ except: ['profit'] }) } },
    onError: (error) => void failures.push(error),
  });
  const { status, body } = await server.handle({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/vnd.api+json' },
  });
  return { status, document: JSON.parse(body ?? 'null'), failure: String(failures.at(0) ?? '') };
}

const order = (members: object) => ({ status: 200, document: { data: { type: 'orders', id: '1', ...members } } });
const buyer = { data: { type: 'people', id: '9' } };
const included = [{ type: 'people', id: '9', attributes: { name: 'Ada' } }];

describe('the result of an endpoint', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'must return an object with a `status` from 200 to 599.'],
    ['a Response', new Response('{}'), 'must return an object with a `status` and a `document`, not a Response.'],
    ['a document alone', { data: null }, 'must return an object with a `status` from 200 to 599.'],
    ['a status that is not one', { status: 1200 }, 'must return an object with a `status` from 200 to 599.'],
    ['a document with the status 204', { status: 204, document: { data: null } }, 'with the status 204.'],
    ['an array', { status: 200, document: [] }, 'It must be an object.'],
    ['a document without data', { status: 200, document: {} }, 'It must have `data`'],
    ['a resource without an id', { status: 200, document: { data: { type: 'orders' } } }, '/data: `id` is required'],
    ['an unknown type', { status: 200, document: { data: { type: 'order', id: '1' } } }, '/data/type: '],
    ['an unknown attribute', order({ attributes: { sum: 1 } }), 'does not have an attribute "sum".'],
    ['an unknown relationship', order({ relationships: { owner: buyer } }), 'does not have a relationship "owner".'],
    [
      'linkage of another type',
      order({ relationships: { buyer: { data: { type: 'orders', id: '1' } } } }),
      '/data/relationships/buyer/data',
    ],
    ['a number as id', order({ id: 1 }), '/data: `id` is required'],
    ['a write-only attribute', order({ attributes: { code: 'x' } }), 'Clients cannot read the field `code`'],
    [
      'a write-only relationship',
      order({ relationships: { notes: { data: [] } } }),
      'Clients cannot read the field `notes`',
    ],
    [
      'an attribute that the user cannot read',
      order({ attributes: { profit: 4 } }),
      'does not have an attribute "profit".',
    ],
    [
      'an included resource without a link',
      { status: 200, document: { data: [], included } },
      '/included: Each resource',
    ],
  ])('%s is an error of the endpoint, and a 500', async (_, response, message) => {
    const { status, document, failure } = await answerOf(response);
    expect([status, document.errors[0].code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(document.errors[0].detail).not.toContain('endpoint');
    expect(failure).toMatch(/^TypeError: The endpoint "pay-order" must /);
    expect(failure).toContain(message);
  });

  test.each<[string, object, string?]>([
    ['a resource', order({ attributes: { status: 'paid' }, relationships: { buyer } })],
    ['a value that no schema accepts', order({ attributes: { status: 'lost' } })],
    ['an included resource', { status: 200, document: { ...order({ relationships: { buyer } }).document, included } }],
    [
      'an included resource with a fieldset',
      { status: 200, document: { ...order({}).document, included } },
      '?fields[orders]=',
    ],
    ['meta alone', { status: 200, document: { meta: { sent: true } } }],
    ['errors', { status: 409, document: { errors: [{ status: '409' }] } }],
    ['no document', { status: 202 }],
  ])('%s is sent', async (_, response, query = '') => {
    const { status, failure } = await answerOf(response, `/orders/1/-actions/pay${query}`);
    expect([status, failure]).toEqual([(response as { status: number }).status, '']);
  });
});
