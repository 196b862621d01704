import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { casesOf } from '../../test/runs.ts';
import { defineExtension } from '../media-type/extension.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { formatQuery } from './format-query.ts';
import { parseQuery } from './parse-query.ts';
import type { FilterTerm } from './query.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), on),
      subtitle: attribute(z.string().nullable(), on),
      words: attribute(z.number(), on),
      public: attribute(z.boolean().nullable(), on),
      createdAt: attribute(z.union([z.date(), z.literal(false)]), on),
      'sub title': attribute(z.string(), on),
      größe: attribute(z.string(), on),
    },
    relationships: { author: toOne('people', on), comments: toMany('comments', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on) }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: attribute(z.string(), on) } },
});
const declared = { dryRun: z.boolean(), 'geo-box[north]': z.number(), textValue: z.string(), 'w-hen': z.date() };
const extensions = [defineExtension({ uri: 'https://example.com/v', namespace: 'v', parameters: ['id'] })];
const read = (text: string | URLSearchParams) =>
  parseQuery(api, 'articles', text, { parameters: declared, extensions });

describe('formatQuery', () => {
  test.each<[string, Parameters<typeof formatQuery<typeof api, 'articles'>>[2], string]>([
    ['nothing', {}, ''],
    ['INC-02: paths', { include: ['author', 'author.articles'] }, 'include=author,author.articles'],
    ['INC-03: no related resources', { include: [] }, 'include='],
    ['an include that is absent', { include: undefined }, ''],
    [
      'FLD-01: fieldsets, brackets encoded',
      { fields: { articles: ['title', 'author'], people: ['name'] } },
      'fields%5Barticles%5D=title,author&fields%5Bpeople%5D=name',
    ],
    ['FLD-02: no fields', { fields: { articles: [] } }, 'fields%5Barticles%5D='],
    ['SRT-03, SRT-04: sort keys as text', { sort: ['-words', 'author.name'] }, 'sort=-words,author.name'],
    [
      'SRT-04: sort keys as they are read',
      {
        sort: [
          { field: 'words', descending: true },
          { field: 'title', descending: false },
        ],
      },
      'sort=-words,title',
    ],
    ['AMB-15: no order is not a parameter', { sort: [] }, ''],
    ['FIL-01: a filter', { filter: [{ field: 'title', values: ['a b&c'] }] }, 'filter%5Btitle%5D=a%20b%26c'],
    [
      'FIL-01: a filter with an operator',
      { filter: [{ field: 'words', operator: 'ge', values: [9] }] },
      'filter%5Bwords%5D%5Bge%5D=9',
    ],
    ['FIL-02: ids', { filter: [{ field: 'author', values: ['1', '2'] }] }, 'filter%5Bauthor%5D=1,2'],
    [
      'bigint ids, sizes and values',
      {
        filter: [
          { field: 'author', values: [2n ** 53n + 1n, 2] },
          { field: 'words', operator: 'lt', values: [10n] },
        ],
        page: { size: 5n },
        parameters: { 'geo-box[north]': -3n },
      },
      'filter%5Bauthor%5D=9007199254740993,2&filter%5Bwords%5D%5Blt%5D=10&page%5Bsize%5D=5&geo-box%5Bnorth%5D=-3',
    ],
    ['a path', { filter: [{ field: 'author.name', values: ['x'] }] }, 'filter%5Bauthor.name%5D=x'],
    ['a comma in a value', { filter: [{ field: 'title', values: ['a,b', 'c'] }] }, 'filter%5Btitle%5D=a%5C,b,c'],
    [
      'null and the text null',
      { filter: [{ field: 'subtitle', values: [null, 'null'] }] },
      'filter%5Bsubtitle%5D=null,%5Cnull',
    ],
    ['a total', { page: { total: true } }, 'page%5Btotal%5D=true'],
    ['PAG-01: a page', { page: { size: 10, number: '2' } }, 'page%5Bsize%5D=10&page%5Bnumber%5D=2'],
    ['PAG-01: a page as it is read', { page: new Map([['size', '10']]) }, 'page%5Bsize%5D=10'],
    [
      'QRY-03: parameters of the application',
      { parameters: { dryRun: true, 'geo-box[north]': 1.5, textValue: undefined } },
      'dryRun=true&geo-box%5Bnorth%5D=1.5',
    ],
    [
      'QRY-08: null for an attribute that cannot be null',
      { filter: [{ field: 'title', operator: 'ne', values: [null] }] },
      'filter%5Btitle%5D%5Bexists%5D=true',
    ],
    [
      'QRY-08: null in a group for an attribute that cannot be null',
      {
        filter: [
          {
            or: [
              { field: 'title', values: [null] },
              { field: 'subtitle', values: [null] },
            ],
          },
        ],
      },
      'filter=or%28exists%28title,false%29,eq%28subtitle,null%29%29',
    ],
    ['QRY-08: null for a relationship', { filter: [{ field: 'author', values: [null] }] }, 'filter%5Bauthor%5D=null'],
    [
      'QRY-08: null for a field that the API lacks',
      { filter: [{ field: 'nope.nope' as 'author.name', values: [null] }] },
      'filter%5Bnope.nope%5D=null',
    ],
    ['a parameter that is null', { parameters: { 'w-hen': null } }, 'w-hen=null'],
    ['QRY-08: a parameter with the text null', { parameters: { textValue: 'null' } }, 'textValue=%5Cnull'],
    [
      'QRY-08: a parameter with a backslash before null',
      { parameters: { textValue: '\\null' } },
      'textValue=%5C%5Cnull',
    ],
    ['QRY-08: a parameter with a backslash elsewhere', { parameters: { textValue: 'a\\null' } }, 'textValue=a%5Cnull'],
    [
      'QRY-08: a second condition of equality on a field',
      {
        filter: [
          { field: 'title', values: ['x'] },
          { field: 'words', values: [1] },
          { field: 'title', operator: 'eq', values: ['y'] },
        ],
      },
      'filter%5Btitle%5D=x&filter%5Bwords%5D=1&filter%5Btitle%5D%5Beq%5D=y',
    ],
    ['a type whose fields are absent', { fields: { articles: undefined as never } }, ''],
    ['QRY-06: UTF-8', { filter: [{ field: 'größe', values: ['ß'] }] }, 'filter%5Bgr%C3%B6%C3%9Fe%5D=%C3%9F'],
  ])('%s', (_, query, text) => {
    expect(formatQuery(api, 'articles', query)).toBe(text);
  });

  test('several types have the paths of each', () => {
    expect(formatQuery(api, ['articles', 'people'], { include: ['author', 'articles'] })).toBe(
      'include=author,articles',
    );
  });

  test.each<[string, object]>([
    ['a condition that is null', { filter: [null] }],
    ['a condition of a group that is a text', { filter: [{ or: ['x'] }] }],
    ['a group that is not an array', { filter: [{ or: 'x' }] }],
    ['a condition in a negation that is an array', { filter: [{ not: [] }] }],
    ['a path with a comma', { include: ['author,comments'] }],
    ['an empty path', { include: [''] }],
    ['a path that is not a text', { include: [7] }],
    ['a type with a bracket', { fields: { 'articles]': ['title'] } }],
    ['a field with a comma', { fields: { articles: ['title,body'] } }],
    ['a sort key with two hyphens', { sort: ['--title'] }],
    ['a sort key with a comma', { sort: ['title,words'] }],
    ['a filter field with brackets', { filter: [{ field: 'words][gt', values: [1] }] }],
    ['a filter without a field', { filter: [{ field: '', values: [1] }] }],
    ['an operator with brackets', { filter: [{ field: 'words', operator: 'gt][x', values: [1] }] }],
    ['a filter without values', { filter: [{ field: 'title', values: [] }] }],
    ['an order without a value', { filter: [{ field: 'words', operator: 'gt', values: [] }] }],
    ['an order with two values', { filter: [{ field: 'words', operator: 'gt', values: [1, 2] }] }],
    ['an order with null', { filter: [{ field: 'words', operator: 'gt', values: [null] }] }],
    ['an object for a value', { filter: [{ field: 'title', values: [{}] }] }],
    ['undefined for a value', { filter: [{ field: 'title', values: [undefined] }] }],
    ['a number that is none', { filter: [{ field: 'words', values: [Number.NaN] }] }],
    [
      'a third condition of equality on a field',
      { filter: ['a', 'b', 'c'].map((value) => ({ field: 'title', values: [value] })) },
    ],
    [
      'a second condition with the same operator',
      { filter: [1, 2].map((it) => ({ field: 'words', operator: 'gt', values: [it] })) },
    ],
    ['a parameter of an extension with half a character', { extensionParameters: new Map([['v:id', '\ud800']]) }],
    ['a type with half a character', { fields: { '\ud800': [] } }],
    ['a page name with a bracket', { page: { 'a]': 1 } }],
    ['an object for a parameter', { parameters: { dryRun: {} } }],
    ['a parameter that belongs to the specification', { parameters: { sort: 'title' } }],
    ['a parameter with an illegal name', { parameters: { 'a&B': 'title' } }],
    ['a parameter of an extension without a namespace', { extensionParameters: new Map([['page', '1']]) }],
  ])('rejects %s', (_, query) => {
    expect(() => formatQuery(api, 'articles', query)).toThrow(TypeError);
  });

  test.each<[object, string]>([
    [{ include: [7] }, '`include` must contain only strings, but it contains 7.'],
    [
      { filter: [{ field: 'title', values: [] }] },
      'formatQuery: `values` of `filter[title]` must contain one or more values.',
    ],
    [
      { filter: [{ field: 'title', operator: 'gt', values: [] }] },
      'formatQuery: `values` of `filter[title][gt]` must contain exactly one value.',
    ],
    [
      { filter: [{ field: 'words', operator: 'between', values: [1] }] },
      'formatQuery: `values` of `filter[words][between]` must contain two values.',
    ],
    [
      { parameters: { sort: 'title' } },
      'formatQuery: `parameters` must contain only names with a character other than a-z, such as `dryRun`, but it contains "sort".',
    ],
    [
      { extensionParameters: new Map([['page', '1']]) },
      'formatQuery: `extensionParameters` must contain only names with a namespace, such as `ext:name`, but it contains "page".',
    ],
  ])('%j: %s', (query, message) => {
    expect(() => formatQuery(api, 'articles', query)).toThrow(new TypeError(message));
  });

  test('rejects a type that the API lacks', () => {
    expect(() => formatQuery(api, 'missing' as 'people', {})).toThrow(TypeError);
    expect(() => formatQuery(api, ['people', 'toString' as 'people'], {})).toThrow(TypeError);
  });
});

const value = fc.oneof(
  fc.constantFrom('', ',', '\\', '\\,', 'null', '\\null', 'true', '7', 'a,b', ' ', '+', '%2C', '&=', '[x]', '#', 'ä😀'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const list = (of: fc.Arbitrary<unknown>) =>
  fc.uniqueArray(of, { minLength: 1, maxLength: 3, comparator: 'SameValueZero' });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0);
const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const order = fc.constantFrom<FilterOperator>('lt', 'le', 'gt', 'ge');
const terms = fc.oneof(
  fc.record({
    field: fc.constantFrom('title', 'author.name', 'comments.body', 'sub title', 'größe'),
    operator: fc.constant('eq'),
    values: list(value),
  }),
  fc.record({ field: fc.constant('subtitle'), operator: fc.constant('eq'), values: list(fc.option(value)) }),
  fc.record({ field: fc.constantFrom('title', 'subtitle'), operator: order, values: fc.tuple(value) }),
  fc.record({ field: fc.constant('words'), operator: fc.constant('eq'), values: list(number) }),
  fc.record({ field: fc.constant('words'), operator: order, values: fc.tuple(number) }),
  fc.record({ field: fc.constant('public'), operator: fc.constant('eq'), values: list(fc.option(fc.boolean())) }),
  fc.record({ field: fc.constant('createdAt'), operator: order, values: fc.tuple(date) }),
  fc.record({
    field: fc.constantFrom('author', 'comments'),
    operator: fc.constant('eq'),
    values: list(value.filter((text) => text !== '')),
  }),
);
const queries = fc.record(
  {
    include: fc.subarray(['author', 'author.articles', 'comments', 'author.articles.comments'] as const),
    fields: fc.record(
      {
        articles: fc.subarray(['title', 'words', 'author', 'sub title', 'größe'] as const),
        people: fc.subarray(['name', 'articles'] as const),
      },
      { requiredKeys: [] },
    ),
    sort: fc.uniqueArray(
      fc.record({ field: fc.constantFrom('title', 'words', 'author.name', 'größe'), descending: fc.boolean() }),
      { maxLength: 4, selector: ({ field }) => field },
    ),
    filter: fc.uniqueArray(terms, { maxLength: 4, selector: ({ field, operator }) => `${field} ${operator}` }),
    page: fc.uniqueArray(fc.tuple(fc.constantFrom('size', 'number', 'a.b'), value), { selector: ([name]) => name }),
    parameters: fc.record(
      { dryRun: fc.boolean(), 'geo-box[north]': number, textValue: value, 'w-hen': date },
      { requiredKeys: [] },
    ),
    extensionParameters: fc.uniqueArray(fc.tuple(fc.constantFrom('v:id', 'v:id[x]'), value), {
      selector: ([name]) => name,
    }),
  },
  { requiredKeys: [] },
);

type Input = Parameters<typeof formatQuery<typeof api, 'articles'>>[2];

function inputOf({ page = [], extensionParameters = [], ...query }: Record<string, unknown[]>): Input {
  return { ...query, page: new Map(page as []), extensionParameters: new Map(extensionParameters as []) } as Input;
}

test('QRY-08: what is written is read back the same', () => {
  fc.assert(
    fc.property(queries, (given) => {
      const query = inputOf(given as Record<string, unknown[]>);
      const empty = { include: undefined, fields: {}, sort: [], filter: [], parameters: {} };
      const once = read(formatQuery(api, 'articles', query));
      expect(once).toEqual({ ...empty, ...query });
      expect(read(formatQuery(api, 'articles', once))).toEqual(once);
    }),
    { numRuns: casesOf('PROPERTY_RUNS', { long: 1000, short: 300 }) },
  );
});

test('the order of parameters does not matter but to the order of conditions', () => {
  const sorted = (query: ReturnType<typeof read>) => ({
    ...query,
    filter: ([...query.filter] as FilterTerm[]).sort((a, b) =>
      `${a.field} ${a.operator}` < `${b.field} ${b.operator}` ? -1 : 1,
    ),
  });
  fc.assert(
    fc.property(queries, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (given, weights) => {
      const text = formatQuery(api, 'articles', inputOf(given as Record<string, unknown[]>));
      const pairs = [...new URLSearchParams(text)].map((pair) => ({ pair, weight: weights.next().value }));
      const shuffled = pairs.sort((a, b) => a.weight - b.weight).map(({ pair }) => pair);
      expect(sorted(read(new URLSearchParams(shuffled)))).toEqual(sorted(read(text)));
    }),
    { numRuns: 300 },
  );
});

test.each([['\ud800'], [new Date(Number.NaN)]])('the value %o cannot be spelled in a URL and is rejected', (value) => {
  const filter = [{ field: 'title', values: [value] }] as never;
  expect(() => formatQuery(api, 'articles', { filter })).toThrow(TypeError);
});

test.each([
  ['9007199254740991', 9007199254740991],
  ['-9007199254740993', -9007199254740993n],
  ['1.5', 1.5],
])('GEN-01 a schema with numbers and bigints gets the one that holds every digit of %s', (spelled, given) => {
  const both = { 'a-b': z.union([z.number(), z.bigint()]) };
  expect(parseQuery(api, 'articles', `a-b=${spelled}`, { parameters: both }).parameters).toEqual({ 'a-b': given });
});
