import { describe, expect, test } from 'vitest';
import { readResult } from './read-result.ts';

const related = (result: unknown): unknown => readResult('related', ['author', ['1', '2']], result, 'articles.related');

describe('the result of `related`', () => {
  test.each<[string, unknown]>([
    ['an empty map', new Map()],
    ['a map with ids', new Map([['1', null]])],
    ['another object that finds values by id', { get: () => null }],
    ['a map of numbers that finds the ids nevertheless', Object.assign(new Map([[1, null]]), { get: () => null })],
  ])('can be %s', (_, result) => {
    expect(() => related(result)).not.toThrow();
  });

  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'must return a Map by parent id, but it returned undefined.'],
    ['null', null, 'but it returned null.'],
    ['an array', [], 'but it returned an array.'],
    ['an object', {}, 'but it returned an object.'],
    ['a text', 'x', 'but it returned a string.'],
    ['a map of numbers', new Map([[1, null]]), 'but it returned the key 1, a number.'],
    ['a map of objects', new Map([[{}, null]]), 'but it returned a key that is an object.'],
  ])('must not be %s', (_, result, message) => {
    expect(() => related(result)).toThrow(TypeError);
    expect(() => related(result)).toThrow(message);
    expect(() => related(result)).toThrow('`articles.related(author)`');
  });
});

describe('the result of `list`', () => {
  const list = (result: object): unknown => readResult('list', [], { records: [], ...result }, 'articles.list');

  test.each<[string, string]>([
    ['hasmore', 'hasMore'],
    ['hasMor', 'hasMore'],
    ['Total', 'total'],
    ['estimatedTotals', 'estimatedTotal'],
    ['position', 'positions'],
  ])('must not misspell a member: %s', (name, meant) => {
    const message = `\`articles.list\` returned a page with the member "${name}". Did you mean \`${meant}\`?`;
    expect(() => list({ [name]: true })).toThrow(new TypeError(message));
  });

  test('can have all members, and others of a library', () => {
    const members = {
      ...{ hasMore: true, hasPrevious: false, hasNext: true, total: 1, estimatedTotal: {} },
      ...{ aggregates: [], positions: [], endPosition: 1 },
    };
    expect(list({ ...members, nextToken: 'x', pages: 7, totals: [] })).toEqual({ records: [], ...members });
  });
});
