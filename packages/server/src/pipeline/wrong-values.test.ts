import { defineApi, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from './create-server.ts';

const api = defineApi({
  orders: { attributes: { reference: z.string() }, relationships: { lines: toMany('lines') } },
  lines: { attributes: { product: z.string() } },
});
const server = (options: object, sources: unknown = createMemorySources(api)) =>
  createServer(api, sources as never, options as never);
const user = (): string => 'a';

class Collection {
  entries(): readonly unknown[] {
    return [];
  }
}

describe('a wrong value is a TypeError when the server is created', () => {
  test.each<[string, () => unknown, string]>([
    [
      'sources without `await`',
      () => server({}, Promise.resolve(createMemorySources(api))),
      'createServer: `sources` must be an object with members, but it is a promise. Write `await` before it.',
    ],
    [
      'sources in a map',
      () => server({}, new Map(Object.entries(createMemorySources(api)))),
      'createServer: `sources` must be an object with members, but it is a collection, such as a `Map` or `Headers`.',
    ],
    [
      'records of memory without `await`',
      () => createMemorySources(api, Promise.resolve({}) as never),
      'createMemorySources: `records` must be an object with members, but it is a promise. Write `await` before it.',
    ],
    [
      'a source without `await`',
      () => server({}, { orders: Promise.resolve(createMemorySources(api).orders), lines: {} }),
      'createServer: `sources.orders` must be an object with members, but it is a promise. Write `await` before it.',
    ],
    [
      'the options without `await`',
      () => server(Promise.resolve({})),
      'createServer: `options` must be an object with members, but it is a promise. Write `await` before it.',
    ],
    ...['limits', 'pagination', 'errors', 'access', 'hooks', 'urls', 'stream', 'parameters', 'idempotency'].flatMap(
      (name) =>
        [new Map([['concurrency', 1]]), new Headers(), new URLSearchParams(), new Set(), new Collection()].map(
          (value): [string, () => unknown, string] => [
            `${name} as ${value.constructor.name}`,
            () => server({ [name]: value }),
            `createServer: \`${name}\` must be an object with members, but it is a collection`,
          ],
        ),
    ),
    [
      'limits without `await`',
      () => server({ limits: Promise.resolve({}) }),
      'createServer: `limits` must be an object with members, but it is a promise',
    ],
    [
      'rules of one type in a map',
      () => server({ defaultAccess: 'allow', access: { orders: new Map() } }),
      'createServer: `access.orders` must be an object with members, but it is a collection',
    ],
    [
      'page rules of one type in a map',
      () => server({ pagination: { types: { orders: new Map() } } }),
      'createServer: `pagination.types.orders` must be an object with members, but it is a collection',
    ],
    [
      'options of keys in a map',
      () => idempotencyKeys(new Map() as never),
      'idempotencyKeys: `options` must be an object with members, but it is a collection',
    ],
    [
      'an empty strategy',
      () => server({ pagination: { strategy: {} } }),
      'createServer: pagination.strategy: `names` must be an array of strings, but it is undefined.',
    ],
    [
      'a strategy without `sizeName`',
      () => server({ pagination: { strategy: { names: [], read: () => 0 } } }),
      'createServer: pagination.strategy: `sizeName` must be a string, but it is undefined.',
    ],
    [
      'a strategy of a type without `read`',
      () => server({ pagination: { types: { orders: { strategy: { names: [], sizeName: 'size' } } } } }),
      'createServer: pagination.types.orders.strategy: `read` must be a function, but it is undefined.',
    ],
    [
      'a number as parameters of a type',
      () => server({ typeParameters: { orders: 5 } }),
      'createServer: typeParameters: `orders` must be an object, but it is 5.',
    ],
    [
      'a map as parameters of a type',
      () => server({ typeParameters: { orders: new Map() } }),
      'createServer: `typeParameters.orders` must be an object with members, but it is a collection',
    ],
    [
      'an unknown open inverse',
      () => server({ uncheckedInverses: { orders: ['line'] } }),
      'uncheckedInverses contains "orders.line", which is not a relationship of this API. Did you mean `lines`? Known relationships: `lines`.',
    ],
    [
      'an open inverse of a type without relationships',
      () => server({ uncheckedInverses: { lines: ['order'] } }),
      'uncheckedInverses contains "lines.order", which is not a relationship of this API.',
    ],
    [
      'idempotency without `idempotencyKeys`',
      () => server({ idempotency: { store: createMemoryIdempotencyStore(), user } }),
      'createServer: idempotency: unknown member "store". Known members: `keys`, `user`.',
    ],
    [
      'idempotency keys that `idempotencyKeys` has not created',
      () => server({ idempotency: { keys: { store: createMemoryIdempotencyStore() }, user } }),
      'createServer: `idempotency` must contain the result of `idempotencyKeys`, and what identifies the user. Write `idempotency: { keys: idempotencyKeys({ store }), user: (user) => user.id }`.',
    ],
    [
      'idempotency keys without a user',
      () => server({ idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }) } }),
      'createServer: `idempotency` must contain the result of `idempotencyKeys`, and what identifies the user.',
    ],
    [
      'empty idempotency',
      () => server({ idempotency: {} }),
      'createServer: `idempotency` must contain the result of `idempotencyKeys`, and what identifies the user.',
    ],
    ...[0, -1, Number.NaN, 1.5].map((keys): [string, () => unknown, string] => [
      `${keys} keys`,
      () => createMemoryIdempotencyStore({ keys }),
      `createMemoryIdempotencyStore: \`keys\` must be a whole number of 1 or more, or Infinity, but it is ${keys}.`,
    ]),
    ...[{}, new Map(), { transaction: 5 }].map((sharesWith, index): [string, () => unknown, string] => [
      `a store that shares with something else, ${index}`,
      () => createMemoryIdempotencyStore({ sharesWith }),
      'createMemoryIdempotencyStore: `sharesWith` must be a source of `createMemorySources`, such as `sources.orders`, but it is an object.',
    ]),
    [
      'a store that shares with all sources',
      () => createMemoryIdempotencyStore({ sharesWith: createMemorySources(api) }),
      'createMemoryIdempotencyStore: `sharesWith` must be a source of `createMemorySources`, such as `sources.orders`, but it is an object.',
    ],
  ])('%s', (_, create, message) => {
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });
});

test('an instance of a class and an object without a prototype are options', () => {
  class Limits {
    readonly pageSize = 5;
  }
  class Strategy {
    readonly names = ['size'];
    readonly sizeName = 'size';
    read = (): never => undefined as never;
    helper(): void {}
  }
  const keys = {
    keys: idempotencyKeys({ store: createMemoryIdempotencyStore({ keys: Number.POSITIVE_INFINITY }) }),
    user,
  };
  const options = { limits: new Limits(), pagination: { strategy: new Strategy() }, idempotency: keys };
  expect(() => server({ __proto__: null, ...options, typeParameters: { orders: {} } })).not.toThrow();
});
