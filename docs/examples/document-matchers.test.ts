import { matchers } from '@linkage/conformance/vitest';
import { expect, test } from 'vitest';
import { server } from './source.ts';

expect.extend(matchers);

const get = async (url: string) => (await server.handle({ method: 'GET', url, headers: {} })).body ?? '';

test('an article with its author', async () => {
  const body = await get('/articles/1?include=author');
  expect(body).toConform({ as: 'response' });
  expect(body).toHaveResource({ type: 'people', id: '9' });
  expect(body).toHaveRelated('author', { type: 'people', id: '9' });
});

test('a misspelled include path', async () => {
  expect(await get('/articles?include=autor')).toHaveError({ status: 400, parameter: 'include' });
});

test('a document that breaks a rule', () => {
  expect({ data: null, errors: [] }).toViolate('data-and-errors');
});
