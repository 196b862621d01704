import { describe, expect, test } from 'vitest';
import {
  buildDocument,
  buildRelationshipDocument,
  formatQuery,
  parseQuery,
  serialize,
  serializeRelationship,
  serializeStream,
  toMany,
  toOne,
} from '../src/index.ts';
import { blog } from './blog.ts';

/** A function as users without types have it. */
const loose = (call: unknown): ((...given: readonly unknown[]) => unknown) => call as never;
const article = { id: 1, title: 'A' };

const options: readonly (readonly [object, string])[] = [
  [{ include: 'author' }, '`include` must be an array of strings, but it is "author".'],
  [{ include: null }, '`include` must be an array of strings, but it is null.'],
  [{ include: '' }, '`include` must be an array of strings, but it is "".'],
  [{ include: [['author']] }, '`include` must contain only strings, but it contains an array of 1 element.'],
  [{ fields: { articles: null } }, '`fields.articles` must be an array of strings, but it is null.'],
  [{ fields: { articles: 'title' } }, '`fields.articles` must be an array of strings, but it is "title".'],
  [{ fields: { articles: [7] } }, '`fields.articles` must contain only strings, but it contains 7.'],
];

const functions: readonly (readonly [string, (given: object) => unknown])[] = [
  ['buildDocument', (given) => loose(buildDocument)(blog, 'articles', article, given)],
  ['serialize', (given) => loose(serialize)(blog, 'articles', article, given)],
  ['serializeStream', (given) => loose(serializeStream)(blog, 'articles', [article], given)],
  [
    'buildRelationshipDocument',
    (given) => loose(buildRelationshipDocument)(blog, 'articles', { id: 1, author: 2 }, 'author', given),
  ],
  [
    'serializeRelationship',
    (given) => loose(serializeRelationship)(blog, 'articles', { id: 1, author: 2 }, 'author', given),
  ],
  ['formatQuery', (given) => loose(formatQuery)(blog, 'articles', given)],
];

describe.each(functions)('%s says what an option takes', (_, call) => {
  test.each(options)('%j', (given, message) => {
    // Whatever was asked for before and may be remembered.
    call({ include: ['author'], fields: { articles: ['title'] } });
    expect(() => call(given)).toThrow(new TypeError(message));
    expect(() => call(given)).toThrow(new TypeError(message));
  });
});

test.each(functions.slice(0, 4))('%s takes fieldsets by type', (_, call) => {
  for (const fields of [['title'], 'title', null, 7])
    expect(() => call({ fields })).toThrow('`fields` must be an object');
});

test.each([
  [{ sort: '-title' }, '`sort` must be an array, but it is "-title".'],
  [{ filter: { field: 'title', values: ['A'] } }, '`filter` must be an array, but it is an object.'],
  [{ filter: [{ field: 'title', values: 'A' }] }, '`filter[title]: values` must be an array, but it is "A".'],
  [
    { filter: [{ field: 'title', operator: 'gt', values: 'A' }] },
    '`filter[title][gt]: values` must be an array, but it is "A".',
  ],
])('formatQuery: %j', (given, message) => {
  expect(() => loose(formatQuery)(blog, 'articles', given)).toThrow(new TypeError(message));
});

test.each([
  [{ include: 'author', page: { size: '1' } }, 'an object'],
  [{}, 'an object'],
  [{ __proto__: null, size: '2', keys: 'x' }, 'an object'],
  [[['include', 'author']], 'an array of 1 element'],
  [undefined, 'undefined'],
  [null, 'null'],
  [7, '7'],
])('parseQuery takes no query that was parsed before: %j', (given, shown) => {
  const message = `parseQuery: \`parameters\` must be a query string or URLSearchParams, not a parsed query: it is ${shown}.`;
  expect(() => loose(parseQuery)(blog, 'articles', given)).toThrow(new TypeError(message));
});

describe('types names one type or more', () => {
  const calls: readonly (readonly [string, (types: unknown) => unknown])[] = [
    ['buildDocument', (types) => loose(buildDocument)(blog, types, [])],
    ['serialize', (types) => loose(serialize)(blog, types, [])],
    ['serializeStream', (types) => loose(serializeStream)(blog, types, [])],
    ['parseQuery', (types) => loose(parseQuery)(blog, types, '')],
    ['formatQuery', (types) => loose(formatQuery)(blog, types, {})],
  ];
  test.each(calls)('%s', (_, call) => {
    for (const [types, given] of [
      [[], 'an empty array'],
      [undefined, 'undefined'],
      [new Set(['articles']), 'an object'],
    ]) {
      const message = `\`types\` must be a resource type or a non-empty array of resource types, but it is ${given}.`;
      expect(() => call(types)).toThrow(new TypeError(message));
    }
    expect(() => call(['articles', 'missing'])).toThrow(new TypeError('"missing" is not a resource type of this API.'));
    expect(() => call([undefined])).toThrow('is not a resource type of this API.');
  });
});

test.each([
  [undefined, 'undefined'],
  ['1', '"1"'],
  [() => article, 'a function'],
])('records are objects: %s', (given, shown) => {
  const message = `\`records\` must be a record, an array of records, or null, but it is ${shown}.`;
  expect(() => loose(serialize)(blog, 'articles', given)).toThrow(new TypeError(message));
  expect(() => loose(buildDocument)(blog, 'articles', given)).toThrow(new TypeError(message));
});

test.each([[undefined], [null], [article]])('records of a stream can be iterated: %s', (given) => {
  const message = '`records` must be an iterable or an async iterable, but it is ';
  expect(() => loose(serializeStream)(blog, 'articles', given)).toThrow(message);
});

test.each([
  ['toOne', toOne],
  ['toMany', toMany],
])('%s takes its targets in one list', (name, declare) => {
  const call = loose(declare);
  expect(() => call('people', 'groups')).toThrow(
    new TypeError(`${name}: \`options\` must be an object, but it is "groups". Pass several targets as one array.`),
  );
  expect(() => call('people', null)).toThrow(`${name}: \`options\` must be an object, but it is null`);
  expect(() => call()).toThrow(
    new TypeError(`${name}: the target must be a resource type or an array of resource types, but it is undefined.`),
  );
  expect(() => call({ type: 'people' })).toThrow(
    `${name}: the target must be a resource type or an array of resource types, but it is an object.`,
  );
});
