import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../../error/json-api-error.ts';
import { validateDocument } from '../../index.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { splitPath } from '../../schema/url/resource-urls.ts';
import { createUrlScheme } from '../../schema/url/url-scheme.ts';
import { atomicExtension } from './atomic-operations.ts';
import { parseOperations } from './parse-operations.ts';
import type { ReadOperationsOptions } from './read-operations.ts';

const api = defineApi({
  orders: {
    attributes: { reference: z.string().min(1), day: z.coerce.date().optional() },
    relationships: {
      lines: toMany('lines'),
      previous: toOne('orders'),
      first: toOne('lines', { write: 'create' }),
      audited: toMany('lines', { write: false }),
    },
  },
  lines: { attributes: { quantity: z.int() }, relationships: { order: toOne('orders') } },
});
const urls = createUrlScheme(api);
const targetOf: ReadOperationsOptions['targetOf'] = (href) => urls.parse(splitPath(href) ?? []);

const parse = (operations: unknown, options: ReadOperationsOptions = { targetOf }) =>
  parseOperations(api, { 'atomic:operations': operations }, options);

async function problemsOf(operations: unknown, options?: ReadOperationsOptions) {
  try {
    await parse(operations, options);
    return [];
  } catch (thrown) {
    if (!JsonApiError.is(thrown)) throw thrown;
    return [thrown.status, ...thrown.errors.map(({ code, source }) => `${code} ${source?.pointer}`)];
  }
}

const order = { type: 'orders', lid: 'o', attributes: { reference: 'A', day: '2026-01-02' } };
const ref = { type: 'orders', lid: 'o' };

describe('parseOperations', () => {
  test('gives typed operations, local ids in place of ids that are not known yet', async () => {
    const operations = [
      { op: 'add', data: { ...order, relationships: { previous: { data: ref } } }, meta: { note: 1 } },
      {
        op: 'add',
        href: '/lines',
        data: { type: 'lines', attributes: { quantity: 2 }, relationships: { order: { data: ref } } },
      },
      { op: 'update', ref, data: { ...ref, attributes: { reference: 'B' } } },
      { op: 'update', data: { type: 'orders', id: '1', attributes: {} } },
      { op: 'add', ref: { ...ref, relationship: 'lines' }, data: [{ type: 'lines', id: '3' }] },
      { op: 'update', href: '/lines/3/relationships/order', data: ref },
      { op: 'remove', href: '/orders/1' },
    ];
    const document = { 'atomic:operations': operations };
    expect(validateDocument(document, { extensions: [atomicExtension] }).issues).toBeUndefined();
    const parsed = await parseOperations(api, JSON.stringify(document), { targetOf });
    const at = (index: number) => ({ pointer: `/atomic:operations/${index}` });
    expect(parsed).toMatchObject([
      {
        ...at(0),
        op: 'add',
        kind: 'resource',
        meta: { note: 1 },
        input: {
          type: 'orders',
          lid: 'o',
          attributes: { day: new Date('2026-01-02') },
          relationships: { previous: ref },
        },
      },
      { ...at(1), op: 'add', input: { type: 'lines', relationships: { order: ref } } },
      { ...at(2), op: 'update', target: ref, input: { attributes: { reference: 'B' } } },
      { ...at(3), op: 'update', target: { type: 'orders', id: '1' }, input: { attributes: {} } },
      {
        ...at(4),
        op: 'add',
        kind: 'relationship',
        target: ref,
        relationship: 'lines',
        linkage: [{ type: 'lines', id: '3' }],
      },
      { ...at(5), op: 'update', kind: 'relationship', target: { type: 'lines', id: '3' }, linkage: ref },
      { ...at(6), op: 'remove', kind: 'resource', target: { type: 'orders', id: '1' } },
    ]);
    expect(Object.isFrozen(parsed) && parsed.every(Object.isFrozen)).toBe(true);
  });

  test('linkage has every resource once, by its id or local id', async () => {
    const line = (lid: string, id?: string) => ({ type: 'lines', lid, ...(id === undefined ? {} : { id }) });
    const [, , added] = await parse([
      { op: 'add', data: { ...line('a'), attributes: { quantity: 1 } } },
      { op: 'add', data: { ...line('b'), attributes: { quantity: 2 } } },
      {
        op: 'add',
        ref: { type: 'orders', id: '1', relationship: 'lines' },
        data: [line('a'), line('b'), line('c', '3'), line('a'), { type: 'lines', id: '3' }, { type: 'lines', id: 'a' }],
      },
    ]);
    expect(added).toMatchObject({
      linkage: [
        { type: 'lines', lid: 'a' },
        { type: 'lines', lid: 'b' },
        { type: 'lines', id: '3' },
        { type: 'lines', id: 'a' },
      ],
    });
  });

  test('reports every problem of form at once, and no others beside', async () => {
    const operations = [
      { op: 'x' },
      { op: 'add', data: { type: 'orders', attributes: {} } },
      5,
      { op: 'remove', href: '/x' },
    ];
    expect(await problemsOf(operations)).toEqual([
      400,
      'DOCUMENT_INVALID /atomic:operations/0/op',
      'DOCUMENT_INVALID /atomic:operations/2',
      'NOT_FOUND /atomic:operations/3/href',
    ]);
  });

  test.each([
    ['a text', 'x'],
    ['an array', [order]],
    ['null', null],
  ])('data that is %s is not a resource object', async (_, data) => {
    const update = { op: 'update', ref: { type: 'orders', id: '1' }, data };
    expect(await problemsOf([{ op: 'add', href: '/orders', data }, update])).toEqual([
      400,
      'DOCUMENT_INVALID /atomic:operations/0/data',
      'DOCUMENT_INVALID /atomic:operations/1/data',
    ]);
  });

  test('then every problem of data at once', async () => {
    const operations = [
      { op: 'add', data: { type: 'orders', attributes: {} } },
      {
        op: 'update',
        ref: { type: 'orders', id: '1' },
        data: { type: 'orders', id: '2', attributes: { reference: '' } },
      },
    ];
    expect(await problemsOf(operations)).toEqual([
      400,
      'ATTRIBUTE_INVALID /atomic:operations/0/data/attributes',
      'ID_CONFLICT /atomic:operations/1/data/id',
      'ATTRIBUTE_INVALID /atomic:operations/1/data/attributes/reference',
    ]);
  });

  test.each([
    ['update', 'first', null],
    ['update', 'audited', []],
    ['add', 'audited', [{ type: 'lines', id: '3' }]],
    ['remove', 'audited', [{ type: 'lines', id: '3' }]],
  ])(
    'RUP-13: %s of the read-only relationship `%s` is rejected, by ref and by href',
    async (op, relationship, data) => {
      const byRef = { op, ref: { type: 'orders', id: '1', relationship }, data };
      const rejected = 'OPERATION_NOT_SUPPORTED /atomic:operations/';
      expect(await problemsOf([byRef, { op, href: `/orders/1/relationships/${relationship}`, data }])).toEqual([
        ...[403, `${rejected}0`, `${rejected}1`],
      ]);
    },
  );

  test('reports as many problems as wanted', async () => {
    const many = Array.from({ length: 9 }, () => ({ op: 'add', data: { type: 'orders', attributes: {} } }));
    expect(await problemsOf(many, { errors: 3 })).toHaveLength(4);
    expect(
      await problemsOf(
        many.map(() => 5),
        { errors: 3 },
      ),
    ).toHaveLength(4);
  });

  test('without `targetOf` no URL names anything', async () => {
    expect(await problemsOf([{ op: 'remove', href: '/orders/1' }], {})).toEqual([
      404,
      'NOT_FOUND /atomic:operations/0/href',
    ]);
  });

  test('keeps the limits of documents and of operations', async () => {
    const remove = { op: 'remove', ref: { type: 'orders', id: '1' } };
    expect(await problemsOf([remove, remove], { operations: 1 })).toEqual([
      400,
      'OPERATIONS_TOO_MANY /atomic:operations',
    ]);
    expect(await problemsOf(Array.from({ length: 51 }, () => remove))).toEqual([
      400,
      'OPERATIONS_TOO_MANY /atomic:operations',
    ]);
    expect(await problemsOf([remove], { members: 3 })).toEqual([400, 'DOCUMENT_TOO_MANY_MEMBERS undefined']);
    const linkage = {
      op: 'add',
      ref: { type: 'orders', id: '1', relationship: 'lines' },
      data: [{ type: 'lines', id: '1' }],
    };
    expect(await problemsOf([linkage, linkage], { linkageMembers: 1 })).toEqual([
      422,
      'LINKAGE_TOO_LARGE /atomic:operations/1/data',
    ]);
  });

  test('each local id belongs to one resource of its type', async () => {
    expect(
      await problemsOf([
        { op: 'add', data: order },
        { op: 'add', data: order },
      ]),
    ).toEqual([400, 'DOCUMENT_INVALID /atomic:operations/1/data/lid']);
    expect(await problemsOf([{ op: 'remove', ref }])).toEqual([400, 'LOCAL_ID_UNKNOWN /atomic:operations/0/ref/lid']);
  });

  test.each([
    ['ref', { op: 'remove', ref }, '/ref/lid'],
    ['ref of a relationship', { op: 'add', ref: { ...ref, relationship: 'lines' }, data: [] }, '/ref/lid'],
    ['data of an update', { op: 'update', data: { ...ref, attributes: {} } }, '/data/lid'],
    ['linkage', { op: 'update', ref: { type: 'orders', id: '1', relationship: 'previous' }, data: ref }, '/data/lid'],
    ['linkage of a URL', { op: 'update', href: '/lines/1/relationships/order', data: ref }, '/data/lid'],
    [
      'the relationships of a resource',
      { op: 'update', data: { type: 'orders', id: '1', relationships: { previous: { data: ref } } } },
      '/data/relationships/previous/data/lid',
    ],
  ])('a local id in %s must follow the operation that adds it, for the validator as well', async (_, use, pointer) => {
    const add = { op: 'add', data: order };
    const at = `/atomic:operations/0${pointer}`;
    expect(await problemsOf([use, add])).toEqual([400, `LOCAL_ID_UNKNOWN ${at}`]);
    expect(await problemsOf([add, use])).toEqual([]);
    const issuesOf = (...operations: readonly object[]) =>
      validateDocument({ 'atomic:operations': operations }, { extensions: [atomicExtension], level: 'should' })
        .issues ?? [];
    // ATM-27: the text requires an earlier operation for `ref` only.
    const rule = pointer === '/ref/lid' ? 'atomic-local-id' : 'atomic-local-id-order';
    expect(issuesOf(use, add).map((issue) => [issue.rule, issue.pointer])).toEqual([[rule, at]]);
    expect(issuesOf(add, use)).toEqual([]);
  });
});
