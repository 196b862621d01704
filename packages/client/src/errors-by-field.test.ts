import { type ErrorObject, JsonApiError } from '@linkage/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorsByField, errorsByPath } from './errors-by-field.ts';

const placesOf = (source: object | undefined) => {
  const error = new JsonApiError((source === undefined ? {} : { source }) as ErrorObject);
  return [Object.keys(errorsByField(error)), Object.keys(errorsByPath(error))].flat();
};

test.each<[unknown, string]>([
  [null, '`error` must be an object, but it is null.'],
  [undefined, '`error` must be an object, but it is undefined.'],
  [new TypeError('other'), '`errors` must be an array of objects, but it is undefined.'],
  [{ errors: [null] }, '`errors` must be an array of objects, but it is an array of 1 element.'],
])('rejects %s', (error, message) => {
  expect(() => errorsByField(error as never)).toThrow(new TypeError(`errorsByField: ${message}`));
  expect(() => errorsByPath(error as never)).toThrow(new TypeError(`errorsByPath: ${message}`));
});

describe('the place of an error', () => {
  test.each<[object | undefined, string, string]>([
    [{ pointer: '/data/attributes/title' }, 'title', 'title'],
    [{ pointer: '/data/attributes/address/street' }, 'address', 'address.street'],
    [{ pointer: '/data/attributes/tags/0/name' }, 'tags', 'tags.0.name'],
    [{ pointer: '/data/attributes/a~1b/c~0d' }, 'a/b', 'a/b.c~d'],
    [{ pointer: '/data/relationships/author' }, 'author', 'author'],
    [{ pointer: '/data/relationships/author/data/id' }, 'author', 'author.id'],
    [{ pointer: '/data/relationships/comments/data/1' }, 'comments', 'comments.1'],
    [{ pointer: '/data/relationships/author/meta' }, 'author', 'author.meta'],
    [{ pointer: '/data/attributes/data/data' }, 'data', 'data.data'],
    [{ pointer: '/data/attributes/a/data/b' }, 'a', 'a.data.b'],
    [{ pointer: '/atomic:operations/2/data/attributes/title' }, '2.title', '2.title'],
    [{ pointer: '/atomic:operations/10/data/attributes/a/b' }, '10.a', '10.a.b'],
    [{ pointer: '/atomic:operations/2/ref/id' }, '/atomic:operations/2/ref/id', '/atomic:operations/2/ref/id'],
    [{ pointer: '/data' }, '/data', '/data'],
    [{ pointer: '/data/attributes' }, '/data/attributes', '/data/attributes'],
    [{ pointer: '/data/0/attributes/x' }, '/data/0/attributes/x', '/data/0/attributes/x'],
    [{ pointer: '' }, '', ''],
    [{ parameter: 'page[size]' }, 'page[size]', 'page[size]'],
    [{ header: 'If-Match' }, 'If-Match', 'If-Match'],
    [{ pointer: 7 }, '', ''],
    [undefined, '', ''],
  ])('%j is %s and %s', (source, field, path) => {
    expect(placesOf(source)).toEqual([field, path]);
  });

  test('C28: every pointer leads to a field or to itself', () => {
    const tokens = fc.array(fc.oneof(fc.constantFrom('data', 'attributes', 'relationships', 'x'), fc.string()));
    fc.assert(
      fc.property(tokens, fc.boolean(), (names, isAtomic) => {
        const rest = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        const pointer = isAtomic ? `/atomic:operations/3${rest}` : rest;
        const isField =
          names.length > 2 && names[0] === 'data' && ['attributes', 'relationships'].includes(`${names[1]}`);
        const [field] = placesOf({ pointer });
        expect(field).toBe(isField ? `${isAtomic ? '3.' : ''}${names[2]}` : pointer);
      }),
    );
  });

  test('errors of one field stay together, in order, under any name', () => {
    const at = (name: string, title: string) => ({ title, source: { pointer: `/data/attributes/${name}` } });
    const errors = [at('__proto__', 'A'), at('title', 'B'), at('__proto__', 'C')];
    const places = errorsByField(new JsonApiError(errors));
    expect(Object.entries(places).map(([name, list]) => [name, list?.map(({ title }) => title)])).toEqual([
      ['__proto__', ['A', 'C']],
      ['title', ['B']],
    ]);
    expect(places['constructor']).toBeUndefined();
  });
});

test('a detail that begins with the name of its field is shown without it', () => {
  const errors = [
    { detail: 'title: Too small', source: { pointer: '/data/attributes/title' } },
    { detail: 'address: Too big', source: { pointer: '/data/attributes/address/street' } },
    { detail: 'name: Too small', source: { pointer: '/atomic:operations/1/data/attributes/name' } },
    { detail: 'name: other', source: { pointer: '/data/attributes/title' } },
    { detail: 'sort: other', source: { parameter: 'sort' } },
  ];
  const details = Object.entries(errorsByPath({ errors })).map(([place, all]) => [
    place,
    ...(all ?? []).map(({ detail }) => detail),
  ]);
  expect(details).toEqual([
    ['title', 'Too small', 'name: other'],
    ['address.street', 'Too big'],
    ['1.name', 'Too small'],
    ['sort', 'sort: other'],
  ]);
  expect(errors[0]?.detail).toBe('title: Too small');
});
