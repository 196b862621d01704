import { expect, test } from 'vitest';
import { problemsOf, requestOf, shop } from '../../test/http-requests.ts';
import { readOperationsRequest } from './operations-request.ts';

const atomic = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
const headers = { accept: atomic, 'content-type': atomic };
const add = { op: 'add', data: { type: 'people', attributes: { name: 'Ann' } } };
const read = (line: string, operations: readonly unknown[], own: Record<string, string> = headers, options = {}) =>
  readOperationsRequest(shop, requestOf(line, { 'atomic:operations': operations }, own), options);

test('returns the operations, the fieldsets, and the media type with the extension', async () => {
  const { operations, query, negotiated, jsonapi } = await read('POST /operations?fields[people]=name', [add]);
  expect(operations).toMatchObject([{ op: 'add', input: { type: 'people', attributes: { name: 'Ann' } } }]);
  expect(query.fields).toEqual({ people: ['name'] });
  expect(negotiated.contentType).toBe(atomic);
  expect(jsonapi).toEqual({ version: '1.1', ext: ['https://jsonapi.org/ext/atomic'] });
});

test.each<[string, () => unknown, problems: readonly unknown[]]>([
  [
    'all errors of the query and of the operations come together',
    () => read('POST /operations?include=x&fields[people]=name', [{ ...add, op: 'odd' }]),
    [400, 'PARAMETER_NOT_SUPPORTED include', 'DOCUMENT_INVALID /atomic:operations/0/op'],
  ],
  [
    'a document without the extension',
    () => read('POST /operations', [add], { accept: atomic }),
    [415, 'CONTENT_TYPE_UNSUPPORTED Content-Type'],
  ],
  [
    'neither a document nor the extension',
    () => readOperationsRequest(shop, requestOf('POST /operations')),
    [406, 'ACCEPT_UNSATISFIABLE Accept'],
  ],
  [
    'more operations than the limit',
    () => read('POST /operations', [add, add], headers, { limits: { operations: 1 } }),
    [400, 'OPERATIONS_TOO_MANY /atomic:operations'],
  ],
])('%s', async (_, run, problems) => {
  expect(await problemsOf(run)).toEqual(problems);
});
