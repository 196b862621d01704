/** Inputs that are rarely given, through the public functions: each reaches a line or a branch that other tests do not. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseOperations } from '../src/atomic.ts';
import {
  attribute,
  buildDocument,
  defineApi,
  errorObject,
  formatQuery,
  JsonApiError,
  parseCreate,
  parseQuery,
  parseUpdate,
  serialize,
  toMany,
  toOne,
} from '../src/index.ts';
import { conditionParts } from '../src/records.ts';

const on = { filter: true, sort: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), on),
      subtitle: attribute(z.string().nullable().optional(), on),
      words: attribute(z.number().nullable().optional(), { filter: ['lt', 'ne'] }),
    },
    relationships: { author: toOne('people', on), readers: toMany('people', { required: true, filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on) } },
});

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error.errors.map(({ code, source }) => [code, ...Object.values(source ?? {})].join(' '));
  }
  return [];
}

const query = (text: string, limits?: object): readonly string[] =>
  problemsOf(() => parseQuery(api, 'articles', new URLSearchParams(text), { limits }));

describe('query parameters', () => {
  test.each([
    ['filter[subtitle][exists]=perhaps', ['FILTER_VALUE_INVALID filter[subtitle][exists]']],
    ['filter[author][exists]=', ['FILTER_VALUE_INVALID filter[author][exists]']],
    ['filter=exists(author,null)', ['FILTER_VALUE_INVALID filter']],
    ['filter=exists(author,true,true)', ['FILTER_VALUE_INVALID filter']],
    // Without `eq`, neither `in` nor `exists`.
    ['filter[words][in]=1,2', ['FILTER_NOT_SUPPORTED filter[words][in]']],
    ['filter[words][exists]=true', ['FILTER_NOT_SUPPORTED filter[words][exists]']],
    ['filter=contains(title,null)', []],
  ])('%s: %j', (text, problems) => {
    expect(query(text)).toEqual(problems);
  });

  test('a text operator compares null as a text', () => {
    const { filter } = parseQuery(api, 'articles', new URLSearchParams('filter=contains(title,null)'));
    expect(filter).toEqual([{ field: 'title', operator: 'contains', values: ['null'] }]);
  });

  test.each([
    ['filter[words][lt]=a,b,c'],
    ['sort=a,b,c'],
    ['include=a,b,c'],
    ['filter[id]=1&filter[a]=1&filter[b]=1&filter[c]=1'],
    ['filter=or(eq(a,1),eq(b,1),eq(c,1))'],
    ['filter[title][lt]=a&filter[words][ne]=a,b,c'],
  ])('%s: errors beyond the limit are not looked for', (text) => {
    const problems = query(text, { errors: 1 });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(2);
  });

  test.each([[null], [7], ['limits']])('the limits %j throw a TypeError', (limits) => {
    expect(() => parseQuery(api, 'articles', '', { limits: limits as never })).toThrow(TypeError);
  });
});

describe('formatQuery', () => {
  test.each([
    [{ or: [] }, 'a group `or` of `filter` must contain one or more conditions'],
    [{ field: 'title', operator: 'between', values: ['a'] }, 'must contain two values'],
    [{ field: 'title', operator: 'lt', values: [] }, 'must contain exactly one value'],
    [{ field: 'title', values: [] }, 'must contain one or more values'],
  ])('%j: %s', (condition, message) => {
    expect(() => formatQuery(api, 'articles', { filter: [condition] } as never)).toThrow(message);
  });
});

test('the parts of a group whose other members are undefined', () => {
  const term = { field: 'title', operator: 'eq', values: ['a'] } as const;
  expect(conditionParts({ and: undefined, or: [term] } as never)).toEqual({ kind: 'or', conditions: [term] });
});

describe('request documents', () => {
  const readers = { data: [] };
  const create = (members: object): object => ({ data: { type: 'articles', ...members } });
  const relationships = { readers: { data: [{ type: 'people', id: '1' }] } };

  test('values with undefined members, which JSON does not have', () => {
    const body = create({
      attributes: { title: 'A', subtitle: undefined },
      relationships: { ...relationships, author: undefined },
    });
    expect(parseCreate(api, 'articles', body)).toEqual({
      type: 'articles',
      attributes: { title: 'A' },
      relationships: { readers: [{ type: 'people', id: '1' }] },
    });
  });

  test.each([[null], [7], ['x']])('the options %j throw a TypeError', (options) => {
    const body = create({ attributes: { title: 'A' }, relationships });
    expect(() => parseCreate(api, 'articles', body, options as never)).toThrow(TypeError);
    expect(() => parseUpdate(api, 'articles', body, options as never)).toThrow(TypeError);
  });

  test('values that cannot be stored, beyond the limit of errors', () => {
    const names = Array.from({ length: 9 }, (_, index) => [`a${index}`, 'b\ud800']);
    const body = create({ attributes: { title: 'A', subtitle: Object.fromEntries(names) }, relationships });
    expect(problemsOf(() => parseCreate(api, 'articles', body, { errors: 2 })).length).toBeLessThanOrEqual(3);
  });

  test('an update operation must not clear a required relationship (RUP-04)', async () => {
    const ref = { type: 'articles', id: '1', relationship: 'readers' };
    const document = { 'atomic:operations': [{ op: 'update', ref, ...readers }] };
    const failure = await parseOperations(api, document).catch((error: unknown) => error);
    expect(JsonApiError.is(failure) && failure.errors).toMatchObject([
      { code: 'RELATIONSHIP_REQUIRED', source: { pointer: '/atomic:operations/0/data' } },
    ]);
  });

  test('an operation whose schema throws is a mistake of the application', async () => {
    const broken = defineApi({
      notes: {
        attributes: {
          text: {
            '~standard': {
              version: 1,
              vendor: 'test',
              validate: () => {
                throw new RangeError('broken');
              },
            },
          },
        },
      },
    });
    const data = { type: 'notes', attributes: { text: 'a' } };
    await expect(parseOperations(broken, { 'atomic:operations': [{ op: 'add', data }] })).rejects.toThrow(
      'threw an error',
    );
  });
});

describe('records', () => {
  const build = (record: object, fields: readonly string[]) => () =>
    buildDocument(
      api,
      'articles',
      record as never,
      {
        include: ['author', 'readers'],
        fields: { articles: fields },
      } as never,
    );

  test.each<[object]>([
    [{ id: '1', title: 'A', author: [{ id: '1', name: 'Dan' }] }],
    [{ id: '1', title: 'A', readers: { id: '1', name: 'Dan' } }],
    [{ id: '1', title: 'A', readers: Promise.resolve([]) }],
    [{ id: '1', title: 'A', author: Promise.resolve(null) }],
  ])('%j: wrong linkage is an error also if the fieldset omits the relationship', (record) => {
    expect(build(record, ['title'])).toThrow(/"articles" "1"/);
    expect(build(record, ['title', 'author', 'readers'])).toThrow(/"articles" "1"/);
  });

  test('fieldsets that are undefined', () => {
    const record = { id: '1', title: 'A', author: null, readers: [] };
    const options = { fields: { articles: undefined } };
    expect(serialize(api, 'articles', record as never, options as never)).toBe(
      serialize(api, 'articles', record as never),
    );
  });
});

test('the meta object of an own error is frozen', () => {
  const error = errorObject({ code: 'OUT_OF_STOCK', status: 409, meta: { left: 0 } });
  expect(error.meta).toEqual({ left: 0 });
  expect(Object.isFrozen(error.meta)).toBe(true);
});

test.each([[7], [null], [['title']]])('a default sort order that contains %j throws a TypeError', (key) => {
  const people = { attributes: { name: z.string() }, defaultSort: [key] };
  expect(() => defineApi({ people } as never)).toThrow(/`defaultSort`/);
});
