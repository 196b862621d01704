import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../../test/problems.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { defineApi } from '../../schema/define-api.ts';
import type { SchemaResult, StandardSchema } from '../../schema/standard-schema.ts';
import { parseCreate, parseCreateAsync } from './parse-create.ts';
import { parseUpdate, parseUpdateAsync } from './parse-update.ts';

type Validate = (value: unknown) => unknown;

/** A schema that answers as it is told. */
function schema(validate: Validate): StandardSchema<unknown, unknown> {
  return { '~standard': { version: 1, vendor: 'test', validate: validate as () => SchemaResult<unknown> } };
}

const taking: Validate = (value) => ({ value });
const rejecting: Validate = () => ({ issues: [{ message: 'No.' }] });
const reserve = (validate: Validate, turns = 1): Validate => {
  return async (value) => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    return validate(value);
  };
};

function apiOf(schemas: Readonly<Record<string, Validate>>) {
  return defineApi({
    a: { attributes: Object.fromEntries(Object.entries(schemas).map(([name, validate]) => [name, schema(validate)])) },
  });
}

const create = (attributes: object): object => ({ data: { type: 'a', attributes } });
const update = (attributes: object): object => ({ data: { type: 'a', id: '1', attributes } });

async function problemsLater(document: unknown, parse: Promise<unknown>): Promise<readonly string[]> {
  const outcome = await parse.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  return problemsOf(document, () => {
    if (outcome !== undefined) throw outcome.error;
  });
}

describe('schemas that answer later', () => {
  test('give the values of the input, in the order of the document', async () => {
    const api = apiOf({ x: reserve(taking, 9), y: taking, z: reserve(taking) });
    const { attributes } = await parseCreateAsync(api, 'a', create({ x: 1, y: 2, z: 3 }));
    expect(Object.entries(attributes)).toEqual([
      ['x', 1],
      ['y', 2],
      ['z', 3],
    ]);
    expect(Object.isFrozen(attributes)).toBe(true);
    const changes = await parseUpdateAsync(api, 'a', update({ z: 3 }));
    expect(Object.entries(changes.attributes)).toEqual([['z', 3]]);
  });

  test('give defaults of absent attributes, or none', async () => {
    const api = apiOf({ x: reserve((value) => ({ value: value ?? 7 })), y: reserve(taking) });
    expect(Object.entries((await parseCreateAsync(api, 'a', create({}))).attributes)).toEqual([['x', 7]]);
    expect(Object.keys((await parseUpdateAsync(api, 'a', update({}))).attributes)).toEqual([]);
  });

  test('report at their place in the document, in any order of the results', async () => {
    const api = apiOf({
      x: reserve(rejecting, 9),
      y: rejecting,
      z: reserve(rejecting),
      missing: reserve(rejecting, 3),
    });
    const document = create({ x: 1, nope: 1, y: 1, z: 1 });
    expect(await problemsLater(document, parseCreateAsync(api, 'a', document))).toEqual([
      '422 ATTRIBUTE_INVALID /data/attributes/x',
      '422 ATTRIBUTE_UNKNOWN /data/attributes/nope',
      '422 ATTRIBUTE_INVALID /data/attributes/y',
      '422 ATTRIBUTE_INVALID /data/attributes/z',
      '422 ATTRIBUTE_INVALID /data/attributes',
    ]);
    expect(await problemsLater(document, parseCreateAsync(api, 'a', document, { errors: 2 }))).toHaveLength(2);
  });

  test('report no more than wanted, each and all together', async () => {
    const many: Validate = (value) => ({
      issues: (value as number[]).map((_, index) => ({ message: 'x', path: [index] })),
    });
    const api = apiOf({ x: reserve(many), y: reserve(many), z: many });
    const document = create({ x: [1, 2, 3], y: [1, 2, 3], z: [1, 2, 3] });
    expect(await problemsLater(document, parseCreateAsync(api, 'a', document, { errors: 4 }))).toEqual(
      ['x/0', 'x/1', 'x/2', 'y/0'].map((it) => `422 ATTRIBUTE_INVALID /data/attributes/${it}`),
    );
  });

  test('all run at the same time', async () => {
    let running = 0;
    let most = 0;
    const slow: Validate = async (value) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return { value };
    };
    await parseCreateAsync(apiOf({ x: slow, y: slow, z: slow }), 'a', create({ x: 1, y: 1, z: 1 }));
    expect(most).toBe(3);
  });

  test('may answer with any promise', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a promise of another realm
    const foreign: Validate = (value) => ({ then: (resolve: (result: unknown) => void) => resolve({ value }) });
    expect((await parseCreateAsync(apiOf({ x: foreign }), 'a', create({ x: 1 }))).attributes).toEqual({ x: 1 });
  });

  test('are the mistake of who reads at once', () => {
    const api = apiOf({ x: rejecting, y: reserve(taking) });
    expect(() => parseCreate(api, 'a', create({ x: 1, y: 1 }))).toThrow(
      /^The schema of the attribute `y` must be synchronous/,
    );
    expect(() => parseUpdate(api, 'a', update({ y: 1 }))).toThrow(TypeError);
    expect(parseUpdate(apiOf({ x: taking }), 'a', update({ x: 1 })).attributes).toEqual({ x: 1 });
  });

  test('an unknown type rejects', async () => {
    await expect(parseCreateAsync(apiOf({}), 'b' as 'a', create({}))).rejects.toThrow(TypeError);
    await expect(parseUpdateAsync(apiOf({}), 'b' as 'a', update({}))).rejects.toThrow(TypeError);
  });

  test('a document that is none is rejected before any schema runs', async () => {
    const asked: unknown[] = [];
    const api = apiOf({ x: (value) => asked.push(value) });
    expect(await problemsLater({}, parseCreateAsync(api, 'a', {}))).toEqual(['400 DOCUMENT_INVALID ']);
    expect(asked).toEqual([]);
  });
});

describe('a schema that fails is not a fault of the client (STA-07)', () => {
  const cause = new Error('no connection');
  const throwing =
    (thrown: unknown): Validate =>
    () => {
      throw thrown;
    };

  test.each<[string, Validate]>([
    ['throws', throwing(cause)],
    ['rejects', reserve(throwing(cause))],
    ['throws a JsonApiError', throwing(new JsonApiError({ status: '404' }))],
    ['rejects with a JsonApiError', reserve(throwing(new JsonApiError({ status: '404' })))],
    ['throws nothing', throwing(undefined)],
    ['answers with undefined', () => undefined],
    ['answers with null', () => null],
    ['answers later with undefined', reserve(() => undefined)],
    ['has an issue without a message', () => ({ issues: [{}] })],
    ['has an issue that is null', reserve(() => ({ issues: [null] }))],
  ])('%s', async (_, validate) => {
    for (const parse of [
      parseCreateAsync(apiOf({ x: validate }), 'a', create({ x: 1 })),
      parseUpdateAsync(apiOf({ x: validate }), 'a', update({ x: 1 })),
    ]) {
      const failure: unknown = await parse.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      expect(JsonApiError.is(failure)).toBe(false);
      expect((failure as Error).message).toBe('The schema of the attribute `a.x` threw an error.');
    }
  });

  test('keeps what was thrown, at once too', async () => {
    const api = apiOf({ x: throwing(cause) });
    expect(() => parseCreate(api, 'a', create({ x: 1 }))).toThrow(expect.objectContaining({ cause }));
    await expect(parseCreateAsync(apiOf({ x: reserve(throwing(cause)) }), 'a', create({ x: 1 }))).rejects.toMatchObject(
      {
        cause,
      },
    );
  });

  test('whatever the others have to say, and however late they fail', async () => {
    const api = apiOf({
      w: reserve(throwing(cause), 9),
      x: rejecting,
      y: throwing(cause),
      z: reserve(throwing(cause)),
    });
    await expect(parseCreateAsync(api, 'a', create({ w: 1, x: 1, y: 1, z: 1 }))).rejects.toThrow('attribute `a.y`');
    expect(() => parseCreate(api, 'a', create({ w: 1 }))).toThrow();
    // An unhandled rejection would end the test run.
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('a list of issues that is empty rejects the value all the same', () => {
    const document = create({ x: 1 });
    expect(problemsOf(document, () => parseCreate(apiOf({ x: () => ({ issues: [] }) }), 'a', document))).toEqual([
      '422 ATTRIBUTE_INVALID /data/attributes/x',
    ]);
  });
});

describe('the path of an issue', () => {
  const pathed =
    (path: unknown): Validate =>
    (value) =>
      value === 0 ? { value } : { issues: [{ message: 'x', path }] };

  test.each<[string, unknown, unknown, string]>([
    ['none', undefined, 1, ''],
    ['empty', [], 1, ''],
    ['a key', ['a'], { a: 1 }, '/a'],
    ['a key object', [{ key: 'a' }], { a: 1 }, '/a'],
    ['an index', ['a', 1], { a: [0, 1] }, '/a/1'],
    ['an index as text', ['1'], [0, 1], '/1'],
    ['an index past the end', [2], [0, 1], ''],
    ['length of an array', ['length'], [0], ''],
    ['an inherited name', ['toString'], {}, ''],
    ['a key of a string', [0], 'abc', ''],
    ['a symbol', ['a', Symbol('x')], { a: {} }, '/a'],
    ['a key that is missing inside', ['a', 'b', 'c'], { a: {} }, '/a'],
    ['slash and tilde', ['a/b', '~'], { 'a/b': { '~': 1 } }, '/a~1b/~0'],
    ['a key with an empty name', [''], { '': 1 }, '/'],
  ])('%s', (_, path, value, pointer) => {
    const document = create({ x: value });
    expect(problemsOf(document, () => parseCreate(apiOf({ x: pathed(path) }), 'a', document))).toEqual([
      `422 ATTRIBUTE_INVALID /data/attributes/x${pointer}`,
    ]);
  });
});
