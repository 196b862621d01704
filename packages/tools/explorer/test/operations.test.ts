import { validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { describe, expect, test } from 'vitest';
import type { Method } from '../page/state/address.ts';
import type { Knowledge, KnownType } from '../page/state/knowledge.ts';
import {
  type Collected,
  issuesByOperation,
  operationOf,
  operationsDocument,
  outcomesOf,
  summaryOf,
} from '../page/state/operations.ts';
import type { Answer } from '../page/state/send.ts';

const type: KnownType = {
  name: 'articles',
  path: '/v2/articles',
  fields: new Map(),
  methods: new Set(),
  clientIds: false,
};
const known: Knowledge = new Map([['articles', type]]);
const api = 'https://example.com/api';
const data = { type: 'articles', id: '1', attributes: { title: 'a' } };
const body = JSON.stringify({ data });
const linkage = [{ type: 'people', id: '1' }];

test.each<[Method, string, object | undefined, object]>([
  ['POST', '/v2/articles', data, { op: 'add', data }],
  ['POST', '/v2/articles/', data, { op: 'add', data }],
  ['PATCH', '/v2/articles/1', data, { op: 'update', ref: { type: 'articles', id: '1' }, data }],
  ['DELETE', '/v2/articles/a%2Fb', undefined, { op: 'remove', ref: { type: 'articles', id: 'a/b' } }],
  ['DELETE', '/v2/articles/1', data, { op: 'remove', ref: { type: 'articles', id: '1' } }],
  ...(
    [
      ['POST', 'add'],
      ['PATCH', 'update'],
      ['DELETE', 'remove'],
    ] as const
  ).map(([method, op]): [Method, string, object, object] => [
    method,
    '/v2/articles/1/relationships/tags',
    linkage,
    { op, ref: { type: 'articles', id: '1', relationship: 'tags' }, data: linkage },
  ]),
  ['POST', '/unknown', data, { op: 'add', href: '/api/unknown', data }],
  ['PATCH', '/unknown/1', data, { op: 'update', href: '/api/unknown/1', data }],
  ['PATCH', '/v2/articles/1/author', data, { op: 'update', href: '/api/v2/articles/1/author', data }],
])('%s %s becomes an operation', (method, target, given, operation) => {
  const text = given === undefined ? '' : JSON.stringify({ data: given });
  const result = operationOf(known, api, { method, target }, text);
  expect(result).toEqual(operation);
  const { issues = [] } = validateDocument({ 'atomic:operations': [result] }, { extensions: [atomicExtension] });
  expect(issues).toEqual([]);
});

test.each<[Method, string, string, RegExp]>([
  ['GET', '/v2/articles', '', /Only a change/],
  ['POST', '/v2/articles?include=author', body, /cannot have query parameters/],
  ['POST', '/v2/articles', '{"data":', /must be a JSON object/],
  ['POST', '/v2/articles', '[]', /must be a JSON object/],
  ['POST', '/v2/articles', '{"__proto__":{"data":1}}', /must have `data`/],
  ['POST', '/operations', '{"atomic:operations":[]}', /operations already/],
  ['PATCH', '/v2/articles', body, /must contain the id/],
  ['POST', '/v2/articles/1', body, /must be that of a collection/],
])('%s %s with %j cannot be an operation', (method, target, text, message) => {
  expect(() => operationOf(known, api, { method, target }, text)).toThrow(message);
});

/** A change of a resource of which the user has read a version. */
function change(key: number, target = '/v2/articles/1'): Collected {
  const address = { method: 'PATCH', target } as const;
  return { key, address, operation: operationOf(known, api, address, body), body, ifMatch: `"${key}"` };
}

test('only the first change of a resource has a condition, and only for servers that know it', () => {
  const list = [change(1), change(2), change(3, '/v2/articles/2')];
  const metas = (hasConditions: boolean) =>
    JSON.parse(operationsDocument(list, hasConditions))['atomic:operations'].map((it: { meta: object }) => it.meta);
  expect(metas(true)).toEqual([{ ifMatch: '"1"' }, undefined, { ifMatch: '"3"' }]);
  expect(metas(false)).toEqual([undefined, undefined, undefined]);
});

describe('places of issues and errors', () => {
  test('each issue belongs to the operation that its pointer names, the others to the document', () => {
    const issues = ['/atomic:operations/1/data/type', '/atomic:operations', '/atomic:operations/7', ''].map(
      (pointer) => ({ pointer, rule: 'x', level: 'must', message: pointer }) as never,
    );
    expect(issuesByOperation(issues, 2).map((list) => list.map((it) => it.pointer))).toEqual([
      [],
      ['/data/type'],
      ['/atomic:operations', '/atomic:operations/7', ''],
    ]);
  });

  const answerWith = (document: unknown): Answer => ({ document }) as Answer;
  const error = (pointer: unknown) => ({ title: 'x', source: { pointer } });

  test('each error belongs to the operation that its pointer names', () => {
    const errors = ['/atomic:operations/1/ref', '/atomic:operations/0', '/atomic:operations/99999999999', 5].map(error);
    const outcomes = outcomesOf(answerWith({ errors: [...errors, null, 'x', {}] }), 2);
    expect(outcomes.map((it) => it.errors.length)).toEqual([1, 1, 3]);
  });

  test('each result belongs to the operation at its index', () => {
    const outcomes = outcomesOf(answerWith({ 'atomic:results': [{ data: null }, {}, { data: 1 }] }), 2);
    expect(outcomes.map((it) => it.result)).toEqual([{ data: null }, {}, undefined]);
    expect(outcomesOf(answerWith(undefined), 1)).toEqual([{ errors: [] }, { errors: [] }]);
  });
});

test.each([
  [{ op: 'add', data: { type: 'articles', lid: 'a' } }, 'add articles a'],
  [{ op: 'update', ref: { type: 'articles', id: '1', relationship: 'tags' } }, 'update articles 1 tags'],
  [{ op: 'remove', href: '/articles/1' }, 'remove /articles/1'],
  [{ op: 'add', data: { type: { toString: 1 } } }, 'add {"toString":1}'],
])('the line of %j', (operation, line) => {
  expect(summaryOf({ ...change(1), operation: operation as never })).toBe(line);
});
