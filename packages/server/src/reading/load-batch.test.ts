import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { type AnyDocument, identities, recordCalls, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';

const api = defineApi({
  books: { relationships: { author: toOne('people'), readers: toMany('people'), about: toOne(['books', 'people']) } },
  people: {},
});

/** A server with one book, whose people 7 and 8 can be found. */
function serverOf(book: object) {
  const known = ['7', '8'];
  const { sources, calls } = recordCalls({
    books: { find: () => [{ id: '1', ...book }] },
    people: { find: (ids: readonly string[]) => ids.filter((id) => known.includes(id)).map((id) => ({ id })) },
  } as AnyDocument);
  return { server: createServer(api, sources as AnyDocument), calls };
}

const seven = { type: 'people', id: '7' };

test.each<[string, string, object, unknown, readonly string[]]>([
  ['an id', 'author', { author: 7 }, seven, ['people 7']],
  ['a bigint', 'author', { author: 7n }, seven, ['people 7']],
  ['an id of no resource', 'author', { author: 9 }, { type: 'people', id: '9' }, []],
  ['a record', 'author', { author: { id: 9, name: 'x' } }, { type: 'people', id: '9' }, ['people 9']],
  [
    'the same one twice',
    'readers',
    { readers: [8, { type: 'people', id: '7' }, '8'] },
    [{ type: 'people', id: '8' }, seven],
    ['people 8', 'people 7'],
  ],
  [
    'an identifier with a meta object among others',
    'readers',
    { readers: [8, { ...seven, meta: { role: 'x' } }, { id: 9, name: 'x' }] },
    [
      { type: 'people', id: '8' },
      { ...seven, meta: { role: 'x' } },
      { type: 'people', id: '9' },
    ],
    ['people 8', 'people 7', 'people 9'],
  ],
  ['one of several types', 'about', { about: seven }, seven, ['people 7']],
  [
    'an identifier with a meta object',
    'author',
    { author: { ...seven, meta: { role: 'x' } } },
    { ...seven, meta: { role: 'x' } },
    ['people 7'],
  ],
  [
    'such an identifier of no resource',
    'author',
    { author: { type: 'people', id: '9', meta: { role: 'x' } } },
    { type: 'people', id: '9', meta: { role: 'x' } },
    [],
  ],
])('what a record contains is followed: %s', async (_, name, book, linkage, included) => {
  const { server, calls } = serverOf(book);
  const { status, document } = await send(server, `GET /books/1?include=${name}`);
  expect(status).toBe(200);
  expect(document.data.relationships[name].data).toEqual(linkage);
  expect(identities(document.included)).toEqual(included);
  expect(calls.filter((call) => call.startsWith('people')).length).toBeLessThan(2);
});
