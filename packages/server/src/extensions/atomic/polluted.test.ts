import { expect, test } from 'vitest';
import { isLong } from '../../../../core/test/runs.ts';
import { atomicType } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../../operations/idempotency/idempotency-keys.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from './atomic-operations.ts';

const person = { type: 'people', lid: 'p', attributes: { name: 'x' } };
const lists: readonly (readonly unknown[])[] = [
  [
    { op: 'add', data: { ...person, relationships: { friend: { data: { type: 'people', lid: 'p' } } } } },
    { op: 'update', ref: { type: 'people', lid: 'p' }, data: { type: 'people', lid: 'p', attributes: { name: 'y' } } },
    { op: 'add', ref: { type: 'people', lid: 'p', relationship: 'articles' }, data: [{ type: 'articles', id: '1' }] },
    { op: 'update', href: '/people/7/relationships/friend', data: { type: 'people', lid: 'p' } },
    { op: 'remove', ref: { type: 'articles', id: '3' } },
  ],
  [{ op: 'add', data: { type: 'people', attributes: { name: 'x' } } }],
  [{ op: 'remove', href: '/people/7' }],
  [{ op: 'update', data: { type: 'people', id: '7' } }],
  [{}, { op: 'x' }, { op: 'remove' }, { op: 'update', ref: {} }, { op: 'add', ref: { type: 'people', id: '7' } }],
  [{ op: 'remove', ref: { type: 'people', id: '99' } }],
  [{ op: 'add', data: { type: 'people', attributes: { name: 5 } } }],
];

/** Names of members of operations and documents, of requests and responses, of options, and of stores. */
const names =
  `op ref href data meta type id lid relationship relationships attributes ifMatch errors code source status url body headers
fields parameters operations transaction transactionGroup begin complete abandon store namespace hours require keys sharesWith`.split(
    /\s+/,
  );

async function answers(polluted: readonly string[] = [], value?: unknown): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const list of lists) {
    const sources = blogSources();
    const store = createMemoryIdempotencyStore({ sharesWith: sources.people });
    const server = createServer(blog, sources, {
      extensions: [atomicOperations()],
      idempotency: { keys: idempotencyKeys({ store }), user: () => 'all' },
      defaultAccess: 'allow',
      access: { people: { create: () => true } },
      onError: () => undefined,
    });
    const headers = { accept: atomicType, 'content-type': atomicType, 'idempotency-key': 'k' };
    const request = {
      method: 'POST',
      url: '/operations',
      headers,
      body: JSON.stringify({ 'atomic:operations': list }),
    };
    const plain = { ...request, url: '/people', body: JSON.stringify({ data: person }) };
    const keyed = { ...plain, headers: { ...headers, 'idempotency-key': 'l' } };
    for (const name of polluted) Object.assign(Object.prototype, { [name]: value });
    try {
      for (const each of [request, request, keyed, keyed]) {
        const response = await server.handle(each);
        found.push([response.status, Object.hasOwn(response, 'body') ? response.body : undefined]);
      }
    } finally {
      for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
    }
  }
  return found;
}

// The short form tries all names at once. One of them can hide the effect of another one.
test.each(isLong ? names.map((name) => [name]) : [names])(
  'properties of Object.prototype do not change a response: %s',
  async (...polluted) => {
    const expected = await answers();
    for (const value of ['polluted', { polluted: 1 }]) expect(await answers(polluted, value)).toEqual(expected);
  },
);
