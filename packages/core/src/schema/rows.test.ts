import { expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';

const text = z.string();
const define = (type: object): unknown => defineApi({ a: type } as never);

test('an API whose names are those of its rows has no other API for rows', () => {
  for (const type of [{}, { id: 'id' }, { attributes: { x: attribute(text, { from: 'x' }) } }])
    expect(define(type)).not.toHaveProperty('rows', expect.anything());
});

test('the definitions of a server have the names of the API', () => {
  const api = defineApi({
    a: {
      id: 'key',
      attributes: { x: attribute(text, { from: 'y' }) },
      relationships: { b: toOne('a', { from: 'b_id' }) },
    },
  });
  const [type, rows] = [api.types.get('a'), api.rows?.types.get('a')];
  expect([type?.idFrom, type?.attributes.get('x')?.from, type?.relationships.get('b')?.from]).toEqual([
    undefined,
    'x',
    undefined,
  ]);
  expect([rows?.idFrom, rows?.attributes.get('x')?.from, rows?.relationships.get('b')?.from]).toEqual([
    'key',
    'y',
    ['b_id'],
  ]);
});

test('a schema with a member `options` has no name of a row', () => {
  const api = defineApi({ a: { attributes: { x: z.enum(['from']), y: z.union([text, z.int()]) } } });
  expect(api.rows).toBeUndefined();
});

const sameColumn = { x: attribute(text, { from: 'c' }), y: attribute(text, { from: 'c' }) };

test.each([
  [{ id: '' }, 'defineApi: a: `id` must be the name of a member of a row.'],
  [{ id: 1 }, 'defineApi: a: `id` must be a string, but it is 1.'],
  [
    { attributes: { x: attribute(text, { from: '' }) } },
    'defineApi: a.x: `from` must be a name or a non-empty array of names, but it is "".',
  ],
  [
    { relationships: { x: toMany('a', { from: [] }) } },
    'defineApi: a.x: `from` must be a name or a non-empty array of names, but it is an empty array.',
  ],
  [
    { relationships: { x: toMany('a', { from: 7 as never }) } },
    'defineApi: a.x: `from` must be a name or a non-empty array of names, but it is 7.',
  ],
  [
    { attributes: { x: text, y: attribute(text, { compute: () => '', needs: ['x'], from: 'z' }) } },
    'defineApi: attribute `a.y` must not have the option `from`, because it is computed.',
  ],
  [
    { attributes: sameColumn },
    'defineApi: `a.y` and `a.x` must not have the same member `c` of a row, because requests can write both.',
  ],
  [
    { attributes: { x: text }, relationships: { y: toOne('a', { from: ['z', 'x'] }) } },
    'defineApi: `a.y` and `a.x` must not have the same member `x` of a row, because requests can write both.',
  ],
])('%j is rejected', (type, message) => {
  expect(() => define(type)).toThrow(message);
});

test('two fields can have one member if requests write only one of them', () => {
  const authorId = attribute(z.int(), { from: 'author_id', write: false });
  expect(() =>
    define({ attributes: { authorId }, relationships: { author: toOne('a', { from: 'author_id' }) } }),
  ).not.toThrow();
});
