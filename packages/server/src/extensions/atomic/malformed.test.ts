import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { atomicOperations } from './atomic-operations.ts';

function create(options: ServerOptions = {}) {
  return createServer(blog, blogSources(), { extensions: [atomicOperations({ limit: 3 })], ...options });
}

const remove = { op: 'remove', ref: { type: 'articles', id: '3' } };
const add = (others: object = {}) => ({ op: 'add', data: { type: 'people', attributes: { name: 'x' }, ...others } });
const article = (attributes: object = {}, relationships: object = {}) => ({
  type: 'articles',
  id: '1',
  attributes,
  relationships,
});

async function problemsOf(given: readonly unknown[] | object, options?: ServerOptions) {
  const { status, problems } = await operate(create(options), given);
  return [status, ...problems].map((it) => String(it).replaceAll('/atomic:operations/', ''));
}

describe('documents', () => {
  test.each([
    ['ATX-03 data', { 'atomic:operations': [remove], data: null }, ['400', 'DOCUMENT_INVALID /data']],
    ['ATX-03 included', { 'atomic:operations': [remove], included: [] }, ['400', 'DOCUMENT_INVALID /included']],
    ['ATX-03 errors', { 'atomic:operations': [remove], errors: [] }, ['400', 'DOCUMENT_INVALID /errors']],
    ['ATX-03 results', { 'atomic:operations': [remove], 'atomic:results': [{}] }, ['400', 'DOCUMENT_INVALID ']],
    ['ATX-04 no operations', { meta: {} }, ['400', 'DOCUMENT_INVALID ']],
    ['ATX-04 null', { 'atomic:operations': null }, ['400', 'DOCUMENT_INVALID /atomic:operations']],
    ['ATX-04 an empty array', { 'atomic:operations': [] }, ['400', 'DOCUMENT_INVALID /atomic:operations']],
    ['ATX-04 an object', { 'atomic:operations': { 0: remove } }, ['400', 'DOCUMENT_INVALID /atomic:operations']],
    [
      'ATX-04 meta that is not an object',
      { 'atomic:operations': [remove], meta: 1 },
      ['400', 'DOCUMENT_INVALID /meta'],
    ],
    ['ATX-04 members beside operations', { 'atomic:operations': [remove], meta: {}, links: {}, jsonapi: {} }, ['204']],
    [
      'ATX-29 too many operations',
      { 'atomic:operations': [remove, remove, remove, remove] },
      ['400', 'OPERATIONS_TOO_MANY /atomic:operations'],
    ],
    ['a document that is not an object', [[]][0] as object, ['400', 'DOCUMENT_INVALID /atomic:operations']],
  ])('%s', async (_, document, expected) => {
    expect(await problemsOf(document)).toEqual(expected);
  });

  test('rejects text that is not JSON, and an empty body', async () => {
    const headers = { accept: '*/*', 'content-type': 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"' };
    const post = async (body?: string) => {
      const { status } = await create().handle({
        method: 'POST',
        url: '/operations',
        headers: { ...headers, accept: headers['content-type'] },
        body,
      });
      return status;
    };
    expect([await post('{'), await post(''), await post(undefined), await post('[]'), await post('5')]).toEqual([
      400, 400, 400, 400, 400,
    ]);
  });
});

test.each(['', undefined, ' '])('a body of %j does not contain a value that a pointer could lead to', async (body) => {
  const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
  const headers = { accept: type, 'content-type': type };
  const answer = await create().handle({ method: 'POST', url: '/operations', headers, body });
  const { errors } = JSON.parse(answer.body ?? '');
  expect(errors).toEqual([
    { status: '400', code: 'INVALID_JSON', title: 'Invalid JSON', detail: 'The request document is required.' },
  ]);
});

describe('operations', () => {
  test.each([
    ['ATX-04 null', null, ['DOCUMENT_INVALID 0']],
    ['ATX-04 an array', [remove], ['DOCUMENT_INVALID 0']],
    ['ATX-05 no op', { ref: remove.ref }, ['DOCUMENT_INVALID 0']],
    ['ATX-05 another op', { ...remove, op: 'delete' }, ['DOCUMENT_INVALID 0/op']],
    ['ATX-05 the name of what all objects have', { ...remove, op: 'constructor' }, ['DOCUMENT_INVALID 0/op']],
    ['ATX-06 ref and href', { ...remove, href: '/articles/3' }, ['DOCUMENT_INVALID 0']],
    ['ATX-06 a number as href', { op: 'remove', href: 5 }, ['DOCUMENT_INVALID 0/href']],
    ['ATX-06 a space in href', { op: 'remove', href: '/articles/ 3' }, ['DOCUMENT_INVALID 0/href']],
    ['ATX-07 ref null', { op: 'remove', ref: null }, ['DOCUMENT_INVALID 0/ref']],
    ['ATX-07 ref without type', { op: 'remove', ref: { id: '3' } }, ['DOCUMENT_INVALID 0/ref']],
    ['ATX-07 ref without id', { op: 'remove', ref: { type: 'articles' } }, ['DOCUMENT_INVALID 0/ref']],
    [
      'ATX-07 ref with id and lid',
      { op: 'remove', ref: { type: 'articles', id: '3', lid: 'a' } },
      ['DOCUMENT_INVALID 0/ref'],
    ],
    ['ATX-07 a number as type', { op: 'remove', ref: { type: 3, id: '3' } }, ['DOCUMENT_INVALID 0/ref/type']],
    ['ATX-07 a number as id', { op: 'remove', ref: { type: 'articles', id: 3 } }, ['DOCUMENT_INVALID 0/ref/id']],
    ['ATX-07 a number as lid', { op: 'remove', ref: { type: 'articles', lid: 3 } }, ['DOCUMENT_INVALID 0/ref/lid']],
    [
      'ATX-07 relationship null',
      { op: 'remove', ref: { ...remove.ref, relationship: null }, data: [] },
      ['DOCUMENT_INVALID 0/ref/relationship'],
    ],
    ['ATX-08 a query in href', { op: 'remove', href: '/articles/3?x=1' }, ['DOCUMENT_INVALID 0/href']],
    ['ATX-08 a fragment in href', { op: 'remove', href: '/articles/3#x' }, ['DOCUMENT_INVALID 0/href']],
    [
      'ATX-08 the URL of related resources',
      { op: 'update', href: '/articles/3/author', data: null },
      ['DOCUMENT_INVALID 0/href'],
    ],
    ['ATX-10 data without type', { op: 'add', data: {} }, ['DOCUMENT_INVALID 0/data']],
    ['ATX-10 data null', { op: 'add', data: null }, ['DOCUMENT_INVALID 0/data']],
    ['ATX-10 a resource as href', { op: 'add', href: '/people/7', data: add().data }, ['DOCUMENT_INVALID 0/href']],
    [
      'ATX-11 ATM-11 a collection as href',
      { op: 'update', href: '/people', data: add().data },
      ['DOCUMENT_INVALID 0/href'],
    ],
    ['ATX-11 ATM-11 data without id', { op: 'update', data: { type: 'people' } }, ['DOCUMENT_INVALID 0/data']],
    [
      'ATX-11 ATM-11 data without id beside a ref',
      { op: 'update', ref: { type: 'people', id: '7' }, data: { type: 'people' } },
      ['DOCUMENT_INVALID 0/data'],
    ],
    ['ATX-12 a collection as href', { op: 'remove', href: '/people' }, ['DOCUMENT_INVALID 0/href']],
    ['ATX-12 nothing', { op: 'remove' }, ['DOCUMENT_INVALID 0']],
    ['attributes that are not an object', { op: 'update', data: article([]) }, ['DOCUMENT_INVALID 0/data/attributes']],
    [
      'relationships that are not an object',
      { op: 'update', data: article({}, []) },
      ['DOCUMENT_INVALID 0/data/relationships'],
    ],
    [
      'a relationship without data',
      { op: 'update', data: article({}, { author: {} }) },
      ['DOCUMENT_INVALID 0/data/relationships/author'],
    ],
    [
      'linkage without id',
      { op: 'update', data: article({}, { author: { data: { type: 'people' } } }) },
      ['DOCUMENT_INVALID 0/data/relationships/author/data'],
    ],
    ['meta that is not an object', { ...remove, meta: [] }, ['DOCUMENT_INVALID 0/meta']],
    ['ATX-32 ifMatch that is not a string', { ...remove, meta: { ifMatch: 5 } }, ['DOCUMENT_INVALID 0/meta/ifMatch']],
  ])('%s', async (_, operation, expected) => {
    expect(await problemsOf([operation])).toEqual(['400', ...expected]);
  });

  test.each([
    ['ATX-08 nothing at the URL', { op: 'remove', href: '/nothing/3' }, ['404', 'NOT_FOUND 0/href']],
    [
      'ATX-08 the URL of another API',
      { op: 'remove', href: 'https://example.com/articles/3' },
      ['404', 'NOT_FOUND 0/href'],
    ],
    [
      'ATX-08 an unknown relationship at the URL',
      { op: 'update', href: '/articles/3/relationships/x', data: null },
      ['404', 'NOT_FOUND 0/href'],
    ],
    [
      'ATX-09 an unknown relationship',
      { op: 'update', ref: { ...remove.ref, relationship: 'x' }, data: null },
      ['404', 'NOT_FOUND 0/ref/relationship'],
    ],
    [
      'ATX-09 an unknown type in ref',
      { op: 'remove', ref: { type: 'nothing', id: '3' } },
      ['404', 'NOT_FOUND 0/ref/type'],
    ],
    ['ATX-09 an unknown type in data', { op: 'add', data: { type: 'nothing' } }, ['404', 'NOT_FOUND 0/data/type']],
    [
      'ATX-10 another type than that of href',
      { op: 'add', href: '/articles', data: { type: 'people', attributes: { title: 'x' } } },
      ['409', 'TYPE_CONFLICT 0/data/type'],
    ],
    [
      'ATX-11 ATM-11 another id than that of ref',
      { op: 'update', ref: remove.ref, data: article() },
      ['409', 'ID_CONFLICT 0/data/id'],
    ],
    [
      'ATX-11 ATM-11 another type than that of ref',
      { op: 'update', ref: remove.ref, data: { type: 'people', id: '3' } },
      ['409', 'TYPE_CONFLICT 0/data/type'],
    ],
    [
      'ATX-18 ATM-21 a resource that does not exist, by ref',
      { op: 'remove', ref: { type: 'articles', id: '9' } },
      ['404', 'NOT_FOUND 0/ref'],
    ],
    [
      'ATX-18 ATM-21 a resource that does not exist, by href',
      { op: 'remove', href: '/articles/9' },
      ['404', 'NOT_FOUND 0/href'],
    ],
    [
      'ATX-18 ATM-21 a resource that does not exist, by data',
      { op: 'update', data: { ...article(), id: '9' } },
      ['404', 'NOT_FOUND 0/data'],
    ],
    [
      'ATX-18 ATM-21 a related resource that does not exist',
      { op: 'update', data: article({}, { author: { data: { type: 'people', id: '99' } } }) },
      ['404', 'RELATED_RESOURCE_NOT_FOUND 0/data/relationships/author/data'],
    ],
    [
      'ATX-31 a client id',
      { op: 'add', data: { ...article({ title: 'x' }), id: 'a' } },
      ['403', 'CLIENT_ID_FORBIDDEN 0/data/id'],
    ],
    [
      'ATX-31 a read-only attribute',
      { op: 'update', data: article({ publishedAt: '2024-01-01T00:00:00Z' }) },
      ['403', 'FIELD_READ_ONLY 0/data/attributes/publishedAt'],
    ],
    [
      'ATX-31 a read-only relationship',
      { op: 'add', ref: { ...remove.ref, relationship: 'history' }, data: [] },
      ['403', 'OPERATION_NOT_SUPPORTED 0'],
    ],
    [
      'ATX-31 a source without the method',
      { op: 'add', data: { type: 'notes', attributes: { text: 'x' } } },
      ['403', 'OPERATION_NOT_SUPPORTED 0'],
    ],
    ['ATX-17 ATM-23 a taken id', add({ id: '7' }), ['409', 'RESOURCE_EXISTS 0/data/id']],
  ])('%s', async (_, operation, expected) => {
    expect(await problemsOf([operation])).toEqual(expected);
  });

  test('ATX-16 ATM-22 reports all malformed operations at once, and runs none', async () => {
    const server = create();
    const { status, problems } = await operate(server, [
      remove,
      { op: 'x' },
      { op: 'remove', ref: { type: 'articles' } },
    ]);
    expect([status, problems]).toEqual([
      400,
      ['DOCUMENT_INVALID /atomic:operations/1/op', 'DOCUMENT_INVALID /atomic:operations/2/ref'],
    ]);
    expect((await send(server, 'GET /articles/3')).status).toBe(200);
  });

  test('ATX-16 ATM-22 reports at most the allowed number of errors', async () => {
    const all = [{ op: 'x' }, { op: 'y' }, { op: 'z' }];
    expect(await problemsOf(all, { limits: { errors: 2 } })).toHaveLength(3);
  });

  test('ATX-29 the linkage of all operations counts together', async () => {
    const many = (id: string) => ({
      op: 'add',
      ref: { type: 'people', id, relationship: 'articles' },
      data: ['1', '2', '3'].map((it) => ({ type: 'articles', id: it })),
    });
    expect(await problemsOf([many('7'), many('8')], { limits: { linkageMembers: 5 } })).toEqual([
      '422',
      'LINKAGE_TOO_LARGE 1/data',
    ]);
    expect(await problemsOf([many('7'), many('8')], { limits: { linkageMembers: 6 } })).toEqual(['204']);
  });

  test('ATX-12 data beside a resource to remove, and unknown members, are ignored', async () => {
    expect(await problemsOf([{ ...remove, data: 5, params: {}, 'x:y': 1, '@z': 2 }])).toEqual(['204']);
  });

  test('ATX-08 href has the base URL, its path, or neither', async () => {
    const baseUrl = 'https://example.com/api';
    for (const href of [`${baseUrl}/articles/3`, '/api/articles/3', '/articles/3']) {
      expect(await problemsOf([{ op: 'remove', href }], { baseUrl })).toEqual(['204']);
    }
    for (const href of [
      'https://example.org/api/articles/3',
      '/other/articles/3',
      'articles/3',
      '//example.com/api/articles/3',
    ]) {
      expect(await problemsOf([{ op: 'remove', href }], { baseUrl }), href).toEqual(['404', 'NOT_FOUND 0/href']);
    }
  });
});

test('every error of an operation names one place, also of errors that applications throw', async () => {
  const sources = blogSources();
  const failing: AnyDocument = {
    ...sources.people,
    create: () => {
      throw Object.assign(new Error('secret'));
    },
  };
  const told: unknown[] = [];
  const server = createServer(
    blog,
    { ...sources, people: failing },
    {
      extensions: [atomicOperations()],
      onError: (error) => told.push((error as Error).message),
    },
  );
  const { status, problems, document } = await operate(server, [remove, add()]);
  expect([status, problems, told]).toEqual([500, ['INTERNAL_ERROR'], ['secret']]);
  expect(document.errors[0].id).toMatch(/./);
  expect(JSON.stringify(document)).not.toContain('secret');
  expect((await send(server, 'GET /articles/3')).status).toBe(200);
});

test.each([
  ['/data/attributes/name', '0/data/attributes/name'],
  ['/data/attributes/nothing', '0/data/attributes'],
  ['/data/relationships/friend/data/id', '0/data'],
  ['/nothing', '0'],
])(
  'the error of an application at %s has the pointer of the closest member of the document',
  async (pointer, place) => {
    const create = () => {
      throw new JsonApiError(errorObject('VALUE_REJECTED', 'No.', { source: { pointer } }));
    };
    const sources = blogSources();
    const server = createServer(
      blog,
      { ...sources, people: { ...sources.people, create } },
      { extensions: [atomicOperations()] },
    );
    const { status, problems } = await operate(server, [add()]);
    expect([status, problems]).toEqual([422, [`VALUE_REJECTED /atomic:operations/${place}`]]);
  },
);
