import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { copyJson } from './copy-json.ts';
import { parseCreate, parseCreateAsync } from './parse-create.ts';
import { parseLinkage } from './parse-linkage.ts';
import { parseUpdate } from './parse-update.ts';

const most = { depth: 64, members: 10_000 };
const circle: Record<string, unknown> = {};
circle.self = circle;

const throwing = (): never => {
  throw new Error('hostile');
};

/** A proxy that gives itself out for a resource, and throws from a read on. */
function moody(reads: number): object {
  let left = reads;
  const data = { type: 'articles', id: '1', attributes: { title: 'A' } };
  const trap = <Result>(result: Result): Result => (left-- > 0 ? result : throwing());
  return new Proxy(data, {
    get: (target, name) => trap(Reflect.get(target, name)),
    ownKeys: (target) => trap(Reflect.ownKeys(target)),
    getOwnPropertyDescriptor: (target, name) => trap(Reflect.getOwnPropertyDescriptor(target, name)),
    getPrototypeOf: (target) => trap(Reflect.getPrototypeOf(target)),
  });
}

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

test.each<[string, unknown]>([
  ['a text', 'x'],
  ['null', null],
  ['nested', { a: [{ b: [] }, {}], c: { d: [1, null, 'x', false] } }],
  ['a name that programs take for something else', JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
  ['no prototype', Object.assign(Object.create(null), { a: 1 })],
  ['names that are numbers', { 2: 'b', 1: 'a' }],
])('a copy of %s', (_, given) => {
  const read = copyJson(given, most) as { readonly value: unknown };
  expect(JSON.stringify(read.value)).toBe(JSON.stringify(given));
  if (typeof given === 'object' && given !== null) expect(read.value).not.toBe(given);
});

test.each<[string, unknown, unknown]>([
  ['a Date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ['what hides a circle', { toJSON: () => ({ a: 1 }), circle }, { a: 1 }],
  ['a name', { a: { toJSON: (name: string) => name } }, { a: 'a' }],
  ['no name for the whole', { toJSON: (name: string) => [name] }, ['']],
  ['boxed values', [new String('x'), new Number(1), new Boolean(false)], ['x', 1, false]],
  ['a member that is called so', { toJSON: 'text' }, { toJSON: 'text' }],
  ['what is absent', { a: undefined, b: 1 }, { b: 1 }],
  ['one object in two places', [circle.none, most, most].slice(1), [most, most]],
])('what JSON.stringify would write: %s', (_, given, value) => {
  expect(copyJson(given, most)).toEqual({ value });
});

test.each<[string, unknown, object]>([
  ['a circle', circle, { reason: { text: 'contains a circular reference' } }],
  ['a circle behind toJSON', { toJSON: () => circle }, { reason: { text: 'contains a circular reference' } }],
  ['an endless proxy', endless(), { exceeded: 'depth' }],
  [
    'an array that says it is endless',
    new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 40 : undefined) }),
    {
      exceeded: 'members',
    },
  ],
  [
    'an array whose length is none',
    [new Proxy([], { get: (_, name) => (name === 'length' ? Number.NaN : 0) })],
    { exceeded: 'members' },
  ],
  ['a hole', new Array(1), { reason: { text: 'contains undefined' } }],
  ['NaN', [Number.NaN], { reason: { text: 'contains NaN' } }],
])('%s is not read', (_, given, failure) => {
  expect(copyJson(given, most)).toMatchObject(failure);
});

function endless(): object {
  return new Proxy({ a: 1 }, { get: (_, name) => (name === 'a' ? endless() : undefined) });
}

describe('whatever a user takes for a document, parsing throws nothing but JsonApiError', () => {
  const attribute = (value: unknown): object => ({
    data: { type: 'articles', id: '1', attributes: { title: value }, relationships: { author: { data: value } } },
  });
  const getter = Object.defineProperty({}, 'type', { get: throwing, enumerable: true });
  const detached = new Uint8Array(8);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const bodies: readonly (readonly [string, unknown])[] = [
    ['bytes that were handed on', detached],
    ['a buffer that was handed on', detached.buffer],
    ['a getter that throws', { data: getter }],
    ['a getter for data', Object.defineProperty({}, 'data', { get: throwing, enumerable: true })],
    ['a getter in an attribute', attribute(getter)],
    ['a toJSON that throws', attribute({ toJSON: throwing })],
    ['a toJSON that hides a circle', attribute({ toJSON: () => 1n, circle })],
    ['a toJSON that gives nothing', { toJSON: () => undefined }],
    ['a proxy that was revoked', revoked],
    ['a proxy that was revoked, inside', attribute([revoked])],
    ['an empty buffer', new ArrayBuffer(0)],
    ['bytes that are not UTF-8', new Uint8Array([0xff]).buffer],
    ['a function', throwing],
    ['a symbol', Symbol('x')],
    ['a map', new Map([['data', null]])],
  ];

  async function failuresOf(create: () => unknown): Promise<readonly unknown[]> {
    const parsers = [
      () => parseCreate(blog, 'articles', create()),
      () => parseUpdate(blog, 'articles', create()),
      () => parseLinkage(blog, 'articles', 'author', create()),
      async () => await parseCreateAsync(blog, 'articles', create()),
    ];
    const results = await Promise.allSettled(parsers.map(async (parse) => parse()));
    return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  }

  test.each(bodies)('%s', async (_, body) => {
    const failures = await failuresOf(() => body);
    expect(failures).toHaveLength(4);
    expect(failures.filter((failure) => !JsonApiError.is(failure))).toEqual([]);
  });

  test.each(Array.from({ length: 40 }, (_, reads) => [reads]))('a proxy that throws after %i reads', async (reads) => {
    for (const create of [() => moody(reads), () => ({ data: moody(reads) })]) {
      expect((await failuresOf(create)).filter((it) => !JsonApiError.is(it))).toEqual([]);
    }
  });
});

test('every view of bytes is read, and a whole buffer', () => {
  const text = JSON.stringify({ data: { type: 'people', id: '9' } });
  const padded = new TextEncoder().encode(` ${text} `);
  const { buffer } = padded;
  const read = (body: unknown): unknown => parseLinkage(blog, 'articles', 'author', body);
  for (const body of [padded, buffer, new DataView(buffer), new DataView(buffer, 1, text.length)]) {
    expect(read(body)).toEqual({ type: 'people', id: '9' });
  }
  expect(() => parseLinkage(blog, 'articles', 'author', buffer, { bytes: 5 })).toThrow('at most 5 bytes');
});
