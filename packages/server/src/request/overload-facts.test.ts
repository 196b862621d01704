import { createUrlScheme } from '@linkage/core';
import { expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import { serverLimits } from './limits.ts';
import { isShortRequest } from './overload-facts.ts';

const server = { urls: createUrlScheme(blog), limits: serverLimits({ urlLength: 100 }) };

test.each([
  ['GET', '/articles/1', true],
  ['GET', '/articles/1?fields[articles]=title', true],
  ['PATCH', '/articles/1', true],
  ['POST', '/articles', true],
  ['GET', '/articles/1/relationships/comments', true],
  ['GET', '/articles/1?include=comments', false],
  ['POST', '/articles?include=author', false],
  ['GET', '/articles', false],
  ['GET', '/articles/1/comments', false],
  // Perhaps an endpoint of an extension.
  ['POST', '/operations', false],
  // The response is an error.
  ['GET', '/articles/%', true],
  ['GET', `/articles?filter=${'x'.repeat(100)}`, true],
])('%s %s is short: %s', (method, url, expected) => {
  expect(isShortRequest(server, { method, url })).toBe(expected);
});

test('a request without a URL is short, because its response is an error', () => {
  expect(isShortRequest(server, { method: 'GET', url: undefined as never })).toBe(true);
});
