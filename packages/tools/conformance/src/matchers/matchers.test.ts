import { test as nodeTest } from 'node:test';
import { runInNewContext } from 'node:vm';
import { atomicExtension } from '@linkage/core/atomic';
import { describe, expect, test } from 'vitest';
import { blogSamples, blogServer, targetOf } from '../../test/blog-target.ts';
import { canonicalText, describeConformance, documentAssert, documentSerializer, matchers } from '../vitest.ts';

expect.extend(matchers);
expect.addSnapshotSerializer(documentSerializer);

const media = 'application/vnd.api+json';
const good = {
  data: {
    type: 'articles',
    id: '1',
    attributes: { title: 'A' },
    relationships: { author: { data: { type: 'people', id: '9' } } },
  },
  included: [{ type: 'people', id: '9', attributes: { name: 'Ada' } }],
};
const bad = { ...good, errors: [] };
const error = { errors: [{ status: '422', code: 'ATTRIBUTE_INVALID', source: { pointer: '/data/attributes/title' } }] };
const injected = (body: unknown, statusCode = 200) => ({
  statusCode,
  body: JSON.stringify(body),
  headers: { 'content-type': media },
});
const response = (body: unknown, contentType = media) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': contentType } });

describe('toConform', () => {
  test('takes documents, strings, responses and answers of light-my-request', async () => {
    expect(good).toConform();
    expect(JSON.stringify(good)).toConform({ as: 'response' });
    expect(injected(good)).toConform();
    const answer = response(good);
    await expect(answer).toConform();
    // The body can be read again.
    expect(await answer.json()).toConform();
    await expect(new Response(null, { status: 204 })).toConform();
    expect(bad).not.toConform();
  });

  test('takes responses of another realm, as Jest has them', async () => {
    const headers = new Headers({ 'content-type': media });
    const clone = { text: () => runInNewContext('Promise.resolve(text)', { text: JSON.stringify(bad) }) };
    expect(clone.text() instanceof Promise).toBe(false);
    const answer = { status: 200, headers, text: () => '', clone: () => clone };
    await expect(answer).toViolate('data-and-errors');
  });

  test('fails with the places marked', () => {
    expect(() => expect(bad).toConform()).toThrow(/The document breaks 1 rule:[\s\S]*\{ {3}<-- data-and-errors: /);
    const many = {
      data: Array.from({ length: 50 }, (_, index) => ({ type: 'a', id: index === 30 ? 7 : String(index) })),
    };
    expect(() => expect(many).toConform()).toThrow(/…\n[\s\S]*"id": 7 {3}<-- identification-strings/);
  });

  test('names the option `extensions` if a member of an extension breaks a rule, and none is known', () => {
    const results = { 'atomic:results': [{ data: null }] };
    const hint = 'Pass the extensions of the document: `extensions: ';
    expect(() => expect(results).toConform()).toThrow(
      `\`atomic:results\` looks like a member of an extension. ${hint}[atomicExtension]\` with the export of \`@linkage/core/atomic\`.`,
    );
    expect(results).toConform({ extensions: [atomicExtension] });
    const other = { meta: {}, links: { 'v:n': '/' } };
    expect(() => expect(other).toConform()).toThrow(`${hint}[…]\`.`);
    expect(() => expect(other).toConform({ extensions: [atomicExtension] })).not.toThrow(hint);
    expect(() => expect(bad).toConform()).not.toThrow(hint);
    expect(() => expect({ meta: {}, data: { type: 'a:b', id: 7 } }).toConform()).not.toThrow(hint);
  });

  test('looks at the media type of responses', async () => {
    await expect(expect(response(good, 'application/json')).toConform()).rejects.toThrow(
      'must be application/vnd.api+json',
    );
  });

  test('shows what a document breaks beside a wrong media type', async () => {
    const both = expect(expect(response(bad, 'application/json')).toConform()).rejects;
    await both.toThrow(/must be application\/vnd\.api\+json[\s\S]*<-- data-and-errors: /);
  });

  test('rejects a promise: an `await` is missing', async () => {
    const pending = Promise.resolve(response(good));
    expect(() => expect(pending).toConform()).toThrow('An `await` is missing');
    await expect(documentAssert.conforms(pending)).rejects.toThrow('An `await` is missing');
  });

  test('rejects what is not JSON', () => {
    expect(() => expect('{').toConform()).toThrow(TypeError);
  });
});

test('toViolate', () => {
  expect(bad).toViolate('data-and-errors');
  expect(bad).toViolate('data-and-errors', '');
  expect(good).not.toViolate('data-and-errors');
  expect(() => expect(good).toViolate('full-linkage')).toThrow('it breaks no rule');
  expect(() => expect(bad).toViolate('data-and-errors', '/data')).toThrow('at "/data"');
});

test('toHaveResource', () => {
  expect(good).toHaveResource({ type: 'people', id: '9', attributes: { name: 'Ada' } });
  expect(good).toHaveResource({ type: 'articles' });
  expect(good).not.toHaveResource({ type: 'articles', attributes: { title: 'B' } });
  expect(() => expect(good).toHaveResource({ type: 'people', attributes: { name: 'Eve' } })).toThrow(
    /\{ {3}<-- differs/,
  );
});

test('toHaveRelated', () => {
  expect(good).toHaveRelated('author', { type: 'people', id: '9' });
  expect(good).toHaveRelated('author', [{ type: 'people', id: '9' }]);
  expect(good).not.toHaveRelated('author', null);
  expect({ data: { type: 'a', id: '1', relationships: { b: { data: null } } } }).toHaveRelated('b', null);
  expect(() => expect(good).toHaveRelated('author', { type: 'people', id: '8' })).toThrow(
    /"author": \{ {3}<-- linkage/,
  );
});

test('toHaveError', () => {
  expect(error).toHaveError({ status: 422, pointer: '/data/attributes/title' });
  expect(injected(error, 422)).toHaveError({ code: 'ATTRIBUTE_INVALID' });
  expect(error).not.toHaveError({ parameter: 'include' });
  expect(() => expect(error).toHaveError({ status: 400 })).toThrow(/\{ {3}<-- differs/);
});

test('plain assertions', async () => {
  await documentAssert.conforms(response(good));
  await documentAssert.violates(bad, 'data-and-errors');
  await documentAssert.hasResource(good, { type: 'people' });
  await documentAssert.hasRelated(good, 'author', { type: 'people', id: '9' });
  await documentAssert.hasError(error, { status: '422' });
  await expect(documentAssert.conforms(bad)).rejects.toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' });
});

test('plain assertions if the members of `Error.prototype` are read-only', async () => {
  // Does nothing if the program has frozen the prototype.
  Reflect.defineProperty(Error.prototype, 'name', { writable: false });
  try {
    await expect(documentAssert.conforms(bad)).rejects.toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' });
  } finally {
    Reflect.defineProperty(Error.prototype, 'name', { writable: true });
  }
});

test('canonical text does not depend on the order of members and of included', () => {
  const people = [
    { type: 'people', id: '9' },
    { id: '8', type: 'people' },
  ];
  const one = { included: people, data: null, meta: { b: 1, a: 2 } };
  const other = { meta: { a: 2, b: 1 }, data: null, included: people.toReversed() };
  expect(canonicalText(one)).toBe(canonicalText(other));
  expect(one).toMatchInlineSnapshot(`
    {
      "data": null,
      "included": [
        {
          "type": "people",
          "id": "8"
        },
        {
          "type": "people",
          "id": "9"
        }
      ],
      "meta": {
        "a": 2,
        "b": 1
      }
    }
  `);
});

describe('describeConformance', () => {
  describeConformance('the blog', targetOf(blogServer()), blogSamples, {
    only: ['FET-08', 'SRT-05'],
    runner: { describe, test },
  });

  test('needs a runner', () => {
    expect(() => describeConformance('x', 'http://localhost', blogSamples)).toThrow('`runner` is required');
  });

  test('fails, passes and skips the tests of a runner', async () => {
    const runs: (readonly [string, (context: object) => Promise<void>])[] = [];
    const runner = {
      describe: (_: string, define: () => void) => define(),
      test: (name: string, run: (context: object) => Promise<void>) => void runs.push([name, run]),
    };
    const samples = { ...blogSamples, types: { people: { ...blogSamples.types['people'], clientIds: false } } };
    describeConformance('x', targetOf(blogServer()), samples, { only: ['CRE-11', 'INC-07'], runner });
    const ends = new Map<string, string>();
    for (const [name, run] of runs) {
      ends.set(name, 'passed');
      try {
        await run({ skip: (reason: string) => ends.set(name, `skipped: ${reason}`) });
      } catch (failure) {
        ends.set(name, (failure as Error).message.split('\n').at(1) ?? '');
      }
    }
    const found = [...ends.values()];
    expect(found).toContain('skipped: The server supports `include`.');
    expect(found.some((end) => end.startsWith('expected: status 403 for POST'))).toBe(true);
    expect(found).toContain('passed');
  });

  test('has tests without declared parameters, which Jest would wait for', () => {
    const lengths: number[] = [];
    const runner = {
      describe: (_: string, define: () => void) => define(),
      test: (_: string, run: (...given: readonly unknown[]) => Promise<void>) => void lengths.push(run.length),
    };
    describeConformance('x', 'http://localhost', blogSamples, { only: ['FET'], runner });
    expect(new Set(lengths)).toEqual(new Set([0]));
    // The runner of Node has the same shape.
    const node: Parameters<typeof describeConformance>[3] = { runner: { describe, test: nodeTest } };
    expect(node).toBeDefined();
  });
});
