import { describe, expect, test } from 'vitest';
import { queryText } from './query-text.ts';

describe('queryText without the declaration of an API', () => {
  test.each([
    [{ filter: [{ field: 'title', values: [null] }], page: { size: 10 } }, 'filter%5Btitle%5D=null&page%5Bsize%5D=10'],
    [{ parameters: { dryRun: undefined } }, ''],
  ])('%j', (query, expected) => {
    expect(queryText(query)).toBe(expected);
  });

  // The client has no declaration, so no other check rejects the value.
  test.each([
    ['a filter', { filter: [{ field: 'title', values: [undefined] }] }],
    ['a filter with a group', { filter: [{ or: [{ field: 'title', values: [undefined] }] }] }],
    ['a page', { page: { after: undefined } }],
    ['a parameter of an extension', { extensionParameters: new Map([['ext:at', undefined]]) }],
  ])('%s with the value undefined', (_, query) => {
    expect(() => queryText(query)).toThrow(new TypeError('formatQuery: values must not be undefined.'));
  });
});
