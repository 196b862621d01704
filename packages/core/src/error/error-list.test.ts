import { expect, test } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { parseCreate } from '../requests/parse/parse-create.ts';
import { defineApi } from '../schema/define-api.ts';
import { documentErrors } from './chapters/document-errors.ts';
import { queryErrors } from './chapters/query-errors.ts';
import { createErrorList } from './error-list.ts';
import { JsonApiError } from './json-api-error.ts';

test.each([
  [3, ['a', 'b']],
  [2, ['a', 'b']],
  [1, ['a']],
  [0, ['a']],
  [-1, ['a']],
])('a list of at most %s errors keeps %j of two', (wanted, kept) => {
  const list = createErrorList(queryErrors, wanted);
  expect([list.errors, list.isFull()]).toEqual([[], false]);
  list.add('PARAMETER_UNKNOWN.page', {}, { parameter: 'a' });
  list.addText('PARAMETER_UNKNOWN', 'B.', { parameter: 'b' });
  expect(list.errors.map(({ source }) => source?.parameter)).toEqual(kept);
  expect(list.isFull()).toBe(wanted <= 2);
});

test('an error has the status and title of its code', () => {
  const list = createErrorList(documentErrors, 1);
  list.addText('DOCUMENT_INVALID', 'No data.', { pointer: '' });
  list.add('DOCUMENT_INVALID.ref', {}, { pointer: '/ref' });
  const { status, title } = documentErrors.DOCUMENT_INVALID;
  expect(list.errors).toEqual([
    { status: String(status), code: 'DOCUMENT_INVALID', title, detail: 'No data.', source: { pointer: '' } },
  ]);
});

test.each([0, 1, 2])('queries and documents keep the same number of errors: at most %s', (errors) => {
  const api = defineApi({ articles: {} });
  const countOf = (read: () => unknown): number => {
    try {
      read();
    } catch (error) {
      if (JsonApiError.is(error)) return error.errors.length;
    }
    return 0;
  };
  const body = { data: { type: 'articles', attributes: { a: 1, b: 2, c: 3 } } };
  expect(countOf(() => parseQuery(api, 'articles', 'a=1&b=2&c=3', { limits: { errors } }))).toBe(Math.max(1, errors));
  expect(countOf(() => parseCreate(api, 'articles', body, { errors }))).toBe(Math.max(1, errors));
});
