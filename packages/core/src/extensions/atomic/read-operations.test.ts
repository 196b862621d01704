/** The form of operations, member by member: each row is one operation of a request, and what is wrong with it. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pointerResolves } from '../../../test/pointer-resolves.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import type { UrlTarget } from '../../schema/url/url-scheme.ts';
import { readOperations } from './read-operations.ts';

const api = defineApi({
  orders: {
    attributes: { reference: z.string() },
    relationships: { lines: toMany('lines'), previous: toOne('orders'), secret: toMany('lines', { read: false }) },
  },
  lines: { attributes: {}, clientGeneratedIds: true },
});

const urls: Readonly<Record<string, UrlTarget>> = {
  '/orders': { kind: 'collection', type: 'orders' },
  '/orders/1': { kind: 'resource', type: 'orders', id: '1' },
  '/orders/1/lines': { kind: 'related', type: 'orders', id: '1', relationship: 'lines' },
  '/orders/1/relationships/lines': { kind: 'relationship', type: 'orders', id: '1', relationship: 'lines' },
  '/orders/1/relationships/secret': { kind: 'relationship', type: 'orders', id: '1', relationship: 'secret' },
  '/orders/1/secret': { kind: 'related', type: 'orders', id: '1', relationship: 'secret' },
  '/films': { kind: 'collection', type: 'films' },
};
const targetOf = (href: string): UrlTarget | undefined => urls[href];

const read = (document: unknown) => readOperations(api, document, { targetOf });

/** Returns the errors, each as code, pointer, and detail. Every pointer must resolve. */
function errorsOf(document: unknown): readonly (readonly unknown[])[] {
  try {
    read(document);
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error.errors.map(({ code, source, detail }) => {
      expect(pointerResolves(document, source?.pointer ?? '')).toBe(true);
      return [code, source?.pointer, detail];
    });
  }
  return [];
}

const first = { type: 'orders', id: '1' };
const order = { type: 'orders', attributes: { reference: 'A' } };
const lines = [{ type: 'lines', id: '3' }];
const invalid = 'DOCUMENT_INVALID';

test('without a document', () => {
  expect(errorsOf(undefined)).toEqual([['INVALID_JSON', undefined, 'The request document is required.']]);
});

describe('the document', () => {
  const operations = [{ op: 'remove', ref: first }];
  test.each<[string, unknown, string, string]>([
    ['an array', [], '', 'A request document must be an object.'],
    ['no operations', {}, '', 'The request document must have `atomic:operations`.'],
    [
      'no array',
      { 'atomic:operations': {} },
      '/atomic:operations',
      '`atomic:operations` must be an array with at least one operation.',
    ],
    [
      'an empty array',
      { 'atomic:operations': [] },
      '/atomic:operations',
      '`atomic:operations` must be an array with at least one operation.',
    ],
    ...['data', 'included', 'errors'].map((name): [string, unknown, string, string] => [
      `${name} beside operations`,
      { 'atomic:operations': operations, [name]: [] },
      `/${name}`,
      `A document with operations must not have \`${name}\`.`,
    ]),
    [
      'results',
      { 'atomic:operations': operations, 'atomic:results': [] },
      '',
      'A document with operations must not have `atomic:results`.',
    ],
    ['meta no object', { 'atomic:operations': operations, meta: 1 }, '/meta', '`meta` must be an object, but it is 1.'],
    [
      'an operation that is not an object',
      { 'atomic:operations': [null] },
      '/atomic:operations/0',
      'An operation must be an object.',
    ],
  ])('%s', (_, document, pointer, detail) => {
    expect(errorsOf(document)).toEqual([[invalid, pointer, detail]]);
  });

  test('has as many operations as the limit allows', () => {
    const operationsOf = (length: number): object => ({
      'atomic:operations': Array.from({ length }, () => operations[0]),
    });
    expect(read(operationsOf(50))).toHaveLength(50);
    expect(errorsOf(operationsOf(51))).toEqual([
      ['OPERATIONS_TOO_MANY', '/atomic:operations', 'A request must have at most 50 operations.'],
    ]);
  });
});

type Row = readonly [name: string, operation: object, pointer: string, detail: string, code?: string];

const opRows: readonly Row[] = [
  ['no op', { ref: first }, '', '`op` must be "add", "update", or "remove".'],
  ['another op', { op: 'replace', ref: first }, '/op', '`op` must be "add", "update", or "remove".'],
  ['meta no object', { op: 'remove', ref: first, meta: 1 }, '/meta', '`meta` must be an object, but it is 1.'],
];
const neither = 'The target of the operation must be a resource or a relationship.';
const collection = 'The target of an operation with the `op` "add" must be a collection or a to-many relationship.';
const targetRows: readonly Row[] = [
  [
    'remove without a target',
    { op: 'remove', data: first },
    '',
    'An operation with the `op` "remove" must have `ref` or `href`.',
  ],
  [
    'two targets',
    { op: 'remove', ref: first, href: '/orders/1' },
    '',
    'The operation must have either `ref` or `href`, but it has both.',
  ],
  [
    'two wrong targets: only one error',
    { op: 'remove', ref: { type: 'nope' }, href: '/nope' },
    '',
    'The operation must have either `ref` or `href`, but it has both.',
  ],
  ['ref no object', { op: 'remove', ref: '1' }, '/ref', '`ref` must be an object.'],
  ['ref without a type', { op: 'remove', ref: { id: '1' } }, '/ref', '`ref` must have a `type`.'],
  [
    'ref with a number as its type',
    { op: 'remove', ref: { type: 1, id: '1' } },
    '/ref/type',
    '`type` must be a string.',
  ],
  [
    'ref with a type that the API lacks',
    { op: 'remove', ref: { type: 'films', id: '1' } },
    '/ref/type',
    '"films" is not a resource type of this API.',
    'NOT_FOUND',
  ],
  ['ref without an id', { op: 'remove', ref: { type: 'orders' } }, '/ref', '`ref` must have an `id` or a `lid`.'],
  [
    'ref with a number as its id',
    { op: 'remove', ref: { type: 'orders', id: 1 } },
    '/ref/id',
    '`id` must be a string, but it is 1.',
  ],
  [
    'ref with two ids',
    { op: 'remove', ref: { ...first, lid: 'o' } },
    '/ref',
    '`ref` must have either `id` or `lid`, but it has both.',
  ],
  [
    'ref with an unknown local id',
    { op: 'remove', ref: { type: 'orders', lid: 'o' } },
    '/ref/lid',
    'An earlier operation must create the resource with type "orders" and local id "o".',
    'LOCAL_ID_UNKNOWN',
  ],
  [
    'ref with a relationship that is not a text',
    { op: 'add', ref: { ...first, relationship: 1 }, data: [] },
    '/ref/relationship',
    '`relationship` must be a string.',
  ],
  [
    'ref with an unknown relationship',
    { op: 'add', ref: { ...first, relationship: 'nope' }, data: [] },
    '/ref/relationship',
    'Type "orders" does not have a relationship "nope".',
    'NOT_FOUND',
  ],
  [
    'ref with a relationship that clients cannot read',
    { op: 'add', ref: { ...first, relationship: 'secret' }, data: [] },
    '/ref/relationship',
    'Type "orders" does not have a relationship "secret".',
    'NOT_FOUND',
  ],
  ['ref with a resource to add', { op: 'add', ref: first, data: order }, '/ref', collection],
  ['href to a resource to add', { op: 'add', href: '/orders/1', data: order }, '/href', collection],
  ['href to a collection to update', { op: 'update', href: '/orders', data: first }, '/href', neither],
  ['href to a collection to remove', { op: 'remove', href: '/orders' }, '/href', neither],
  [
    'href to related resources',
    { op: 'add', href: '/orders/1/lines', data: lines },
    '/href',
    '`href` must be the URL of a relationship, not that of the related resources.',
  ],
  ...[1, '/orders?a=1', '/orders#a', '/orders/ 1'].map(
    (href): Row => [
      `href ${JSON.stringify(href)}`,
      { op: 'remove', href },
      '/href',
      '`href` must be a URI reference without a query and a fragment.',
    ],
  ),
  ...['/nothing', '/films', '/orders/1/secret', '/orders/1/relationships/secret'].map(
    (href): Row => [`href ${href}`, { op: 'update', href, data: [] }, '/href', 'This URL does not exist.', 'NOT_FOUND'],
  ),
];
const resource = 'The operation must have a resource object as its `data`.';
const dataRows: readonly Row[] = [
  ['add without data', { op: 'add' }, '', resource],
  ['add with a text', { op: 'add', data: 'x' }, '/data', resource],
  ['add without data at a URL', { op: 'add', href: '/orders' }, '', resource],
  [
    'add with a text at a URL',
    { op: 'add', href: '/orders', data: 'x' },
    '/data',
    '`data` must be a single resource object, but it is "x".',
  ],
  ['add without a type', { op: 'add', data: { attributes: {} } }, '/data', '`data` must have a `type`.'],
  ['update without data', { op: 'update' }, '', resource],
  ['update without data of a resource', { op: 'update', ref: first }, '', resource],
  ['update without an id', { op: 'update', data: { type: 'orders' } }, '/data', '`data` must have an `id` or a `lid`.'],
  [
    'update without an id of a resource',
    { op: 'update', ref: first, data: { type: 'orders' } },
    '/data',
    '`data` must have an `id` or a `lid`.',
  ],
  [
    'attributes no object',
    { op: 'add', data: { type: 'orders', attributes: 1 } },
    '/data/attributes',
    '`attributes` must be an object, but it is 1.',
  ],
  [
    'a to-one relationship to add to',
    { op: 'add', ref: { ...first, relationship: 'previous' }, data: first },
    '/op',
    '`op` must be "update" for the to-one relationship `previous`.',
    'OPERATION_NOT_SUPPORTED',
  ],
  [
    'a relationship without data',
    { op: 'add', ref: { ...first, relationship: 'lines' } },
    '',
    'An operation on a relationship must have `data`.',
  ],
  [
    'a relationship without data at a URL',
    { op: 'remove', href: '/orders/1/relationships/lines' },
    '',
    'An operation on a relationship must have `data`.',
  ],
  [
    'linkage no array',
    { op: 'add', ref: { ...first, relationship: 'lines' }, data: null },
    '/data',
    'The to-many relationship `lines` must have an array of resource identifiers as `data`, but it is null.',
  ],
];

describe.each([
  ['op and meta', opRows],
  ['the target', targetRows],
  ['data', dataRows],
])('%s', (_, rows) => {
  test.each(rows)('%s', (__, operation, pointer, detail, code = invalid) => {
    const at = `/atomic:operations/0${pointer}`;
    expect(errorsOf({ 'atomic:operations': [operation] })).toEqual([[code, at, detail]]);
  });
});

test.each<[string, readonly object[], string]>([
  [
    'two resources to add',
    [
      { op: 'add', data: { ...order, lid: 'o' } },
      { op: 'add', data: { ...order, lid: 'o' } },
    ],
    '/atomic:operations/1/data/lid',
  ],
  [
    'a resource to add, and another to update',
    [
      { op: 'add', data: { type: 'lines', id: '1', lid: 'l' } },
      { op: 'update', ref: { type: 'lines', id: '2' }, data: { type: 'lines', id: '2', lid: 'l' } },
    ],
    '/atomic:operations/1/data/lid',
  ],
])('one local id for %s', (_, operations, pointer) => {
  expect(errorsOf({ 'atomic:operations': operations })).toEqual([
    [invalid, pointer, expect.stringContaining('must refer to one resource, but it refers to several.')],
  ]);
});

test.each<[string, object, object]>([
  [
    'a resource to add',
    { op: 'add', data: order },
    {
      target: { type: 'orders', id: undefined, lid: undefined, relationship: undefined },
      targetMember: 'data',
      data: order,
    },
  ],
  [
    'a resource to add at a URL',
    { op: 'add', href: '/orders', data: order },
    {
      target: { type: 'orders', id: undefined, lid: undefined, relationship: undefined },
      targetMember: 'href',
      data: order,
    },
  ],
  [
    'a resource to update',
    { op: 'update', data: first, meta: { a: 1 } },
    {
      target: { ...first, lid: undefined, relationship: undefined },
      targetMember: 'data',
      data: first,
      meta: { a: 1 },
    },
  ],
  [
    'a resource to remove, without its data',
    { op: 'remove', href: '/orders/1', data: first },
    { target: { ...first, lid: undefined, relationship: undefined }, targetMember: 'href', data: undefined },
  ],
  [
    'a member to remove from a relationship',
    { op: 'remove', ref: { ...first, relationship: 'lines' }, data: lines },
    { target: { ...first, lid: undefined, relationship: 'lines' }, targetMember: 'ref', data: lines },
  ],
  [
    'a relationship at a URL',
    { op: 'update', href: '/orders/1/relationships/lines', data: [] },
    { target: { ...first, lid: undefined, relationship: 'lines' }, targetMember: 'href', data: [] },
  ],
])('%s', (_, operation, expected) => {
  const { op } = operation as { readonly op: string };
  expect(read({ 'atomic:operations': [operation] })).toStrictEqual([
    { op, pointer: '/atomic:operations/0', meta: undefined, ...expected },
  ]);
});
