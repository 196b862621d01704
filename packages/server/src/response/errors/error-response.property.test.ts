import { type ErrorHooks, JsonApiError, validateDocument } from '@linkage/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorResponse } from './error-response.ts';

/** More runs: `PROPERTY_RUNS=20000`. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 400);
const timeout = 30_000 + 10 * numRuns;

function fail(): never {
  throw new Error('fail');
}

/** Values that untyped users put where others belong, each made anew. */
const oddValue = fc
  .constantFrom<() => unknown>(
    () => null,
    () => undefined,
    () => 5,
    () => 404,
    () => Number.NaN,
    () => 7n,
    () => true,
    () => '',
    () => 'text',
    () => 'no url',
    () => '\ud800',
    () => Symbol('odd'),
    () => fail,
    () => [],
    () => ['a', 5],
    () => ({}),
    () => ({ a: 7n }),
    () => ({ href: 5 }),
    () => ({ toJSON: fail }),
    () => ({ toJSON: () => undefined }),
    () => new Map(),
    () => new Date(Number.NaN),
    () => new String('s'),
    () => Promise.resolve(1),
    () => JSON.parse('{ "__proto__": 1, "a/b~c": 2 }'),
    () => new Proxy({}, { get: fail }),
    () => new Proxy({}, { ownKeys: fail }),
    () => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      return circle;
    },
  )
  .map((make) => make());

function mostly(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: oddValue });
}

const link = mostly(
  fc.oneof(
    fc.constantFrom('/a', 'https://example.com/b'),
    fc.record(
      {
        href: mostly(fc.constant('/a')),
        rel: mostly(fc.constant('about')),
        describedby: mostly(fc.constant('/d')),
        hreflang: mostly(fc.constant(['de'])),
        meta: mostly(fc.constant({ a: 1 })),
        other: oddValue,
      },
      { requiredKeys: [] },
    ),
  ),
);
const text = mostly(fc.constantFrom('a', 'b', 'TIMED_OUT'));
const status = mostly(fc.constantFrom<unknown>('404', '422', '503', '200', '99', 422));
const error = mostly(
  fc.record(
    {
      id: text,
      links: mostly(
        fc.record(
          { about: link, type: mostly(fc.array(link, { maxLength: 2 })), 'x:a': link, '@a': link, up: link },
          { requiredKeys: [] },
        ),
      ),
      status,
      code: text,
      title: text,
      detail: text,
      source: mostly(
        fc.record(
          {
            pointer: mostly(fc.constantFrom('/data', '', 'data', '/~2')),
            parameter: mostly(fc.constant('sort')),
            header: mostly(fc.constantFrom('Accept', 'not one')),
            'a/b': oddValue,
          },
          { requiredKeys: [] },
        ),
      ),
      meta: mostly(fc.constant({ a: [1] })),
      '@a': oddValue,
      'x:b': oddValue,
      stack: oddValue,
    },
    { requiredKeys: [] },
  ),
);

/** Values that an application throws: from the constructor, or from another copy of the library. */
const thrown = fc
  .record({
    errors: mostly(fc.array(error, { maxLength: 4 })),
    status: mostly(fc.constantFrom<unknown>(undefined, 404, 500, 200, 700, '404')),
    headers: mostly(fc.dictionary(fc.constantFrom('Retry-After', 'content-type', 'a b'), text, { maxKeys: 2 })),
    isMade: fc.boolean(),
    isFrozen: fc.boolean(),
  })
  .map(({ errors, status: whole, headers, isMade }): unknown => {
    try {
      if (isMade) return new JsonApiError(errors as never, { status: whole as never, headers: headers as never });
    } catch {
      // The constructor rejects it, so only another copy could have made it.
    }
    return { [Symbol.for('linkage.JsonApiError')]: true, errors, status: whole, headers };
  });

const hook = fc.option(
  fc.oneof(
    mostly(fc.constantFrom<unknown>('a', '/a', { title: 't', detail: 'd' })).map((value) => () => value),
    fc.constant(fail),
    fc.constant(async () => fail()),
    fc.constant((given: Record<string, unknown>) => {
      given.id = 5;
      return 'a';
    }),
  ),
  { nil: undefined },
);
const hooks = fc.option(fc.record({ id: hook, about: hook, type: hook, localize: hook }), { nil: undefined });

test('anything that an application throws becomes a valid document with an error status', {
  timeout,
}, () => {
  let reported = 0;
  fc.assert(
    fc.property(thrown, hooks, (value, given) => {
      const heard: unknown[] = [];
      const response = errorResponse(
        value,
        { method: 'GET', url: '/', headers: {} },
        { most: 3, hooks: given as unknown as ErrorHooks, report: (failure) => heard.push(failure) },
      );
      if (heard.length > 0) reported++;
      const document = JSON.parse(response.body ?? '');
      expect(validateDocument(document, { as: 'response' }).issues).toBe(undefined);
      expect(response.status).toSatisfy(
        (it: unknown) => Number.isInteger(it) && Number(it) >= 400 && Number(it) <= 599,
      );
      expect(document.errors.length).toBeGreaterThan(0);
      for (const { status: own } of document.errors) expect(own).toMatch(/^[45]\d\d$/);
      expect(Object.values(response.headers).every((it) => /^[ -~]*$/.test(it))).toBe(true);
    }),
    { numRuns },
  );
  expect(reported).toBeGreaterThan(numRuns / 2);
});
