import { validateDocument } from '@linkage/core';
import { expect, test } from 'vitest';

const origin = process.env['ORIGIN'] ?? 'http://localhost:3000';

test.each([
  '/api/articles?include=author&sort=-words',
  '/api/articles/1',
  '/api/articles/1/relationships/author',
  '/api/people/1/articles?page[size]=1',
  '/api/articles/99',
])('GET %s responds with a valid document', async (path) => {
  const response = await fetch(origin + path);
  expect(response.headers.get('Content-Type')).toBe('application/vnd.api+json');
  const { issues = [] } = validateDocument(await response.json(), { as: 'response' });
  expect(issues).toEqual([]);
});
