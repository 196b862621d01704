import { expect, test } from 'vitest';
import { checkResponse } from './check-response.ts';

const headers = { 'Content-Type': 'application/vnd.api+json' };
const response = (detail: string) => ({
  status: 404,
  headers,
  body: JSON.stringify({ errors: [{ status: '404', detail }] }),
});
const request = { method: 'GET', url: '/a.ts?TypeError', headers: {} };

test('the stack of an error is found, although the request contains words of stacks', () => {
  const stack = 'TypeError: x\n    at find (file:///srv/packages/core/src/a.ts:1:2)';
  expect(checkResponse(request, response(stack))).toBe('leaks a frame of a stack: at find (');
});

test.each([
  ['another class of errors', 'RangeError', 'leaks the class of an error: RangeError'],
  ['a statement', 'select "id" from "articles"', 'leaks the text of a statement: select \\"id\\" from'],
  ['the words of the request', 'There is not a type "a.ts", and "TypeError" is not a parameter.', undefined],
])('%s', (_, detail, expected) => {
  expect(checkResponse(request, response(detail))).toBe(expected);
});

test('a header with text of the server is found', () => {
  const field = { ...headers, 'X-Query': 'select 1' };
  expect(checkResponse(request, { ...response('x'), headers: field })).toBe('leaks the text of a statement: select 1');
});

test('bytes of the body are text of the request', () => {
  const body = new TextEncoder().encode('{"data":{"type":"list.ts"}}');
  const sent = { method: 'POST', url: '/a', headers: {}, body };
  expect(checkResponse(sent, response('Unknown type "list.ts".'))).toBeUndefined();
});
