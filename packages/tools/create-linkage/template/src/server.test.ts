import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { JsonApiError, validateDocument } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { articleLines, createApiClient } from './client.ts';
import { createApiServer } from './server.ts';
import { openSources, testAddress } from './sources.sql.ts';

const { sources, close } = await openSources(testAddress);
after(close);

// The client calls the server without a socket.
const fetch = toFetchHandler(createApiServer(sources, 'secret'), { prefix: '/api' });
const baseUrl = 'http://localhost/api';
const reader = createApiClient({ baseUrl, fetch });
const writer = createApiClient({ baseUrl, fetch, headers: () => ({ Authorization: 'Bearer secret' }) });

test('an article that is created is in the list with its author', async () => {
  const { data: author } = await writer.create('people', { attributes: { name: 'Eve' } });
  const { data: article } = await writer.create('articles', {
    attributes: { title: 'New' },
    relationships: { author },
  });
  assert.ok((await articleLines(reader)).includes('New, by Eve'));
  await writer.delete('articles', article.id);
  await writer.delete('people', author.id);
});

test('a request without the token cannot write', async () => {
  const created = reader.create('people', { attributes: { name: 'Eve' } });
  await assert.rejects(created, (error) => JsonApiError.is(error) && error.status === 403);
});

for (const path of ['/articles?include=author', '/people', '/articles/none']) {
  test(`GET ${path} responds with a valid document`, async () => {
    const response = await fetch(new Request(baseUrl + path));
    assert.equal(response.headers.get('Content-Type'), 'application/vnd.api+json');
    const { issues = [] } = validateDocument(await response.json(), { as: 'response' });
    assert.deepEqual(issues, []);
  });
}
