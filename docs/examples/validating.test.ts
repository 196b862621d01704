import { validateDocument } from '@linkage/core';
import { expect, test } from 'vitest';
import { api } from './core.ts';
import { server } from './source.ts';

test.each([
  '/articles?include=author',
  '/articles/1?include=author&fields[articles]=title',
  '/articles/1/author',
  '/articles/99',
])('GET %s answers with a document of the specification', async (url) => {
  const { body = '' } = await server.handle({ method: 'GET', url, headers: {} });
  const { issues = [] } = validateDocument(JSON.parse(body), {
    as: 'response',
    api,
    // A fieldset without `author` removes the linkage to the included resource.
    sparseFieldsets: url.includes('fields['),
    level: 'should',
    rules: { 'recommended-names': 'off' },
  });
  expect(issues).toEqual([]);
});
