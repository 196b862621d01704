import { expect, test } from 'vitest';
import { preferenceOf } from '../src/accepts.ts';

test.each([
  ['text/html, application/vnd.api+json;q=0.9', 'page'],
  ['application/vnd.api+json;profile="a,text/html;q=1"', 'document'],
  ['application/vnd.api+json;profile="a\\",text/html"', 'document'],
  ['text/html;a="', 'page'],
  ['application/vnd.api+json;profile="a, text/html', 'document'],
  [`application/vnd.api+json;profile="${'\\"'.repeat(900)}, text/html`, 'document'],
  ['application/vnd.api+json;profile="\\', 'document'],
  ['*/*', 'any'],
])('%s', (accept, preference) => {
  expect(preferenceOf(accept)).toBe(preference);
});
