import fc from 'fast-check';

/** Values that hooks of an application throw in properties. The library can rethrow them. */
export class ApplicationError extends Error {}

/** Throws as code of an application does. */
export function fail(): never {
  throw new ApplicationError('fail');
}

function circle(): object {
  const made: Record<string, unknown> = {};
  made.inside = [made];
  return made;
}

/** Values that untyped users pass by mistake, each made anew. */
const factories: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => true,
  () => false,
  () => 0,
  () => 5,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 7n,
  () => '',
  () => 'text',
  () => 'no url',
  () => '\ud800\u2028',
  () => Symbol('odd'),
  () => () => 1,
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([['a', 1]]),
  () => new Set([1]),
  () => Promise.resolve({ a: 1 }),
  () => /x/,
  () => new TypeError('x'),
  () => new Uint8Array(2),
  () => new String('s'),
  () => new Number(Number.NaN),
  () => new Boolean(false),
  () => Object(1n),
  () => Object(Symbol('odd')),
  () => [],
  () => ['a'],
  () => [undefined],
  () => new Array(2),
  () => Object.assign(['a'], { toJSON: () => 'array' }),
  () => ({}),
  () => ({ a: { b: [1, null] } }),
  () => ({ a: undefined }),
  () => ({ a: 7n }),
  () => ({ a: [() => 1] }),
  () => ({ a: Object(1n) }),
  () => ({ a: new String('s') }),
  () => ({ toJSON: () => 'x' }),
  () => ({ toJSON: () => undefined }),
  () => ({ toJSON: () => 7n }),
  () => ({ toJSON: () => Number.NaN }),
  () => ({ toJSON: () => ({ a: [7n] }) }),
  () => ({ toJSON: fail }),
  () => ({ a: { toJSON: () => 7n } }),
  () => ({ a: { toJSON: () => undefined } }),
  () => ({ a: [{ toJSON: () => ({ b: new Date(0) }) }] }),
  () => ({ a: [{ toJSON: () => undefined }] }),
  () => ({ a: { toJSON: fail } }),
  () => ({ a: Object.create({ toJSON: () => 'inherited' }) }),
  () => ({ toJSON: 'text' }),
  () =>
    new (class Odd {
      a = 1;
      get b() {
        return 2;
      }
      toJSON() {
        return this;
      }
    })(),
  () =>
    new (class Odd {
      a = 1;
    })(),
  () => Object.create({ href: '/inherited', a: 1 }),
  () => Object.create(null),
  () => JSON.parse('{ "__proto__": { "a": 1 }, "constructor": 1 }'),
  () => ({
    get a() {
      return 'got';
    },
  }),
  () => ({
    get a() {
      return fail();
    },
  }),
  () => new Proxy({ a: 1 }, {}),
  () => new Proxy(['a'], {}),
  () => new Proxy({ a: 1 }, { get: fail }),
  () => new Proxy({ a: 1 }, { ownKeys: fail }),
  circle,
];

/** Any of the odd values. */
export const oddValue: fc.Arbitrary<unknown> = fc.constantFrom(...factories).map((make) => make());

/** A good value most of the time, else an odd one or none at all. */
export function mostly(good: fc.Arbitrary<unknown>, none = 4): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 36, arbitrary: good },
    { weight: 6 * none, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: oddValue },
  );
}

/** Values of JSON, and of what becomes JSON. */
const jsonLike: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(new Date(0), { at: new Date(0) }, Object.assign(Object.create(null), { a: 1 })),
);

/** Meta objects, mostly. */
export const meta: fc.Arbitrary<unknown> = mostly(
  fc.dictionary(fc.constantFrom('a', 'b c', '__proto__', '@x', 'toJSON', ''), mostly(jsonLike, 1), { maxKeys: 3 }),
);

const href = fc.constantFrom('/a', 'https://example.com/b?c=d', '', '?a[b]=c', 'urn:example:a', '/%7Ea');

/** A link object, with its members mostly right. */
const linkObject: fc.Arbitrary<unknown> = fc.record(
  {
    href: mostly(href, 0),
    rel: mostly(fc.constantFrom('next', 'https://example.com/rel')),
    describedby: mostly(fc.oneof(href, fc.record({ href, title: mostly(fc.constant('t')) }))),
    title: mostly(fc.string()),
    type: mostly(fc.constant('text/html')),
    hreflang: mostly(fc.constantFrom<unknown>('de', ['de', 'en-GB'], [])),
    meta,
    '@note': mostly(jsonLike),
    'x:note': mostly(jsonLike),
    other: fc.option(fc.constant(1), { nil: undefined, freq: 60 }),
  },
  { requiredKeys: ['href'] },
);

export const link: fc.Arbitrary<unknown> = mostly(
  fc.oneof({ weight: 3, arbitrary: href }, { weight: 1, arbitrary: linkObject }),
  2,
);

/** Links objects with these names, mostly right. */
export function links(...names: readonly string[]): fc.Arbitrary<unknown> {
  return mostly(
    fc.dictionary(
      fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...names, '@note', 'x:more') },
        { weight: 1, arbitrary: fc.constantFrom('up', '__proto__', 'a:', 'item', 'describedby') },
      ),
      fc.oneof({ weight: 12, arbitrary: link }, { weight: 1, arbitrary: fc.constant(null) }),
      { maxKeys: 2 },
    ),
  );
}

export const pageNames = ['first', 'last', 'prev', 'next'] as const;
export { href, jsonLike };
