import { describe, expect, test } from 'vitest';
import {
  buildDocument,
  buildRelationshipDocument,
  formatQuery,
  parseQuery,
  serialize,
  serializeStream,
  toMany,
  toOne,
} from '../src/index.ts';
import { blog } from './blog.ts';

/** A function as callers without types have it. */
const loose = (call: unknown): ((...given: readonly unknown[]) => unknown) => call as never;
const article = { id: 1, title: 'A' };

const options: readonly (readonly [object, string])[] = [
  [{ include: 'author' }, 'include is a list of names, not "author".'],
  [{ include: null }, 'include is a list of names, not null.'],
  [{ include: '' }, 'include is a list of names, not "".'],
  [{ include: [['author']] }, 'include is a list of names; an array of 1 is none.'],
  [{ fields: { articles: null } }, 'fields.articles is a list of names, not null.'],
  [{ fields: { articles: 'title' } }, 'fields.articles is a list of names, not "title".'],
  [{ fields: { articles: [7] } }, 'fields.articles is a list of names; 7 is none.'],
];

const functions: readonly (readonly [string, (given: object) => unknown])[] = [
  ['buildDocument', (given) => loose(buildDocument)(blog, 'articles', article, given)],
  ['serialize', (given) => loose(serialize)(blog, 'articles', article, given)],
  ['serializeStream', (given) => loose(serializeStream)(blog, 'articles', [article], given)],
  [
    'buildRelationshipDocument',
    (given) => loose(buildRelationshipDocument)(blog, 'articles', { id: 1, author: 2 }, 'author', given),
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
  for (const fields of [['title'], 'title', null, 7]) expect(() => call({ fields })).toThrow('fields is an object');
});

test.each([
  [{ sort: '-title' }, 'sort is a list, not "-title".'],
  [{ filter: { field: 'title', values: ['A'] } }, 'filter is a list, not an object.'],
  [{ filter: [{ field: 'title', values: 'A' }] }, 'filter[title]: values is a list, not "A".'],
  [{ filter: [{ field: 'title', operator: 'gt', values: 'A' }] }, 'filter[title][gt]: values is a list, not "A".'],
])('formatQuery: %j', (given, message) => {
  expect(() => loose(formatQuery)(blog, 'articles', given)).toThrow(new TypeError(message));
});

test.each([
  [{ include: 'author', page: { size: '1' } }, 'an object, such as a framework makes of it'],
  [{}, 'an object, such as a framework makes of it'],
  [{ __proto__: null, size: '2', keys: 'x' }, 'an object, such as a framework makes of it'],
  [[['include', 'author']], 'an array of 1, such as a framework makes of it'],
  [undefined, 'undefined'],
  [null, 'null'],
  [7, '7'],
])('parseQuery takes no query that was parsed before: %j', (given, shown) => {
  const message = `parameters is a query string or URLSearchParams, not ${shown}.`;
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
      const message = `types is a resource type, or a list with one or more of them, not ${given}.`;
      expect(() => call(types)).toThrow(new TypeError(message));
    }
    expect(() => call(['articles', 'nobody'])).toThrow(new TypeError('"nobody" is no resource type of this API.'));
    expect(() => call([undefined])).toThrow('is no resource type of this API.');
  });
});

test.each([
  [undefined, 'undefined'],
  ['1', '"1"'],
  [() => article, 'a function'],
])('records are objects: %s', (given, shown) => {
  const message = `records is a record, a list of records, or null, not ${shown}.`;
  expect(() => loose(serialize)(blog, 'articles', given)).toThrow(new TypeError(message));
  expect(() => loose(buildDocument)(blog, 'articles', given)).toThrow(new TypeError(message));
});

test.each([[undefined], [null], [article]])('records of a stream can be iterated: %s', (given) => {
  const message = 'The records of a stream are an iterable or an async iterable.';
  expect(() => loose(serializeStream)(blog, 'articles', given)).toThrow(new TypeError(message));
});

test.each([
  ['toOne', toOne],
  ['toMany', toMany],
])('%s takes its targets in one list', (name, declare) => {
  const call = loose(declare);
  expect(() => call('people', 'groups')).toThrow(
    new TypeError(`${name} takes options after its targets, not "groups": several targets are one list.`),
  );
  expect(() => call('people', null)).toThrow(`${name} takes options after its targets, not null`);
  expect(() => call()).toThrow(new TypeError(`${name} takes a resource type, or a list of them, not undefined.`));
  expect(() => call({ type: 'people' })).toThrow(`${name} takes a resource type, or a list of them, not an object.`);
});
