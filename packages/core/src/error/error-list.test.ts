import { expect, test } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { parseCreate } from '../requests/parse/parse-create.ts';
import { defineApi } from '../schema/define-api.ts';
import { documentCodes, queryCodes } from './error-code.ts';
import { createErrorList } from './error-list.ts';
import { JsonApiError } from './json-api-error.ts';

test.each([
  [3, ['a', 'b']],
  [2, ['a', 'b']],
  [1, ['a']],
  [0, ['a']],
  [-1, ['a']],
])('a list of at most %s errors keeps %j of two', (wanted, kept) => {
  const list = createErrorList(queryCodes, wanted);
  expect([list.errors, list.isFull()]).toEqual([[], false]);
  list.add('PARAMETER_UNKNOWN', 'a', { parameter: 'x' });
  list.add('PARAMETER_UNKNOWN', 'b', { parameter: 'y' });
  expect(list.errors.map(({ detail }) => detail)).toEqual(kept);
  expect(list.isFull()).toBe(wanted <= 2);
});

test('an error has the status and title of its code', () => {
  const list = createErrorList(documentCodes, 1);
  list.add('DOCUMENT_INVALID', 'No data.', { pointer: '' });
  const { status, title } = documentCodes.DOCUMENT_INVALID;
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
