import { defineApi, formatMediaType, validateDocument } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bulkDelete } from './bulk-delete.ts';

const { extension } = bulkDelete;
const plain = 'application/vnd.api+json';
const mediaType = formatMediaType({ extensions: [extension.uri], profiles: [] });
const api = defineApi({ articles: { attributes: { title: z.string() } } });

function createBlog() {
  const articles = ['1', '2', '3'].map((id) => ({ id, title: `Article ${id}` }));
  const server = createServer(api, createMemorySources(api, { articles }), {
    extensions: [bulkDelete],
    access: { articles: { read: () => true, delete: (_, { id }) => id !== '3' } },
  });
  return async (method: string, url: string, ids?: readonly string[], type = mediaType) => {
    const body = ids && JSON.stringify({ data: ids.map((id) => ({ type: 'articles', id })) });
    const headers = { accept: type, ...(body === undefined ? {} : { 'content-type': type }) };
    const response = await server.handle({ method, url, headers, body });
    return { ...response, document: response.body === undefined ? undefined : JSON.parse(response.body) };
  };
}

describe('an extension with an endpoint', () => {
  test('executes operations in one transaction, and negotiation follows', async () => {
    const send = createBlog();
    const { status, headers, document } = await send('DELETE', '/bulk/articles', ['1', '2']);
    expect([status, headers['Content-Type'], headers['Vary']]).toEqual([200, mediaType, 'Accept']);
    expect(document).toEqual({
      jsonapi: { version: '1.1', ext: [extension.uri] },
      meta: {},
      'bulk:deleted': 2,
    });
    expect(validateDocument(document, { extensions: [extension] }).issues).toBeUndefined();
    expect((await send('GET', '/articles', undefined, plain)).document.data).toHaveLength(1);
  });

  test.each([
    ['one that does not exist', ['1', '9'], 404],
    ['one that access rules keep', ['1', '3'], 403],
  ])('%s: nothing is deleted, and the pointer names the identifier', async (_, ids, status) => {
    const send = createBlog();
    const answer = await send('DELETE', '/bulk/articles', ids);
    expect([answer.status, answer.document.errors[0].source]).toEqual([status, { pointer: '/data/1' }]);
    expect(answer.headers['Content-Type']).toBe(mediaType);
    expect((await send('GET', '/articles', undefined, plain)).document.data).toHaveLength(3);
  });

  test.each([
    ['without the extension', 'DELETE', '/bulk/articles', 'application/vnd.api+json', 415],
    ['with one that the server does not have', 'DELETE', '/bulk/articles', 'application/vnd.api+json;ext="x:y"', 415],
    ['with another method', 'PATCH', '/bulk/articles', mediaType, 405],
    ['with a query parameter', 'DELETE', '/bulk/articles?dryRun=1', mediaType, 400],
    ['for a type that does not exist', 'DELETE', '/bulk/nothing', mediaType, 404],
  ])('%s: %s %s is rejected', async (_, method, url, type, status) => {
    const send = createBlog();
    const answer = await send(method, url, ['1'], type);
    expect(answer.status).toBe(status);
    expect(answer.headers['Allow']).toBe(status === 405 ? 'DELETE, OPTIONS' : undefined);
  });

  test('the other URLs do what they did, and do not support the extension', async () => {
    const send = createBlog();
    expect((await send('GET', '/articles/1')).status).toBe(406);
    expect((await send('GET', '/articles/1', undefined, plain)).document.links.self).toBe('/articles/1');
    const both = `${mediaType}, ${plain};q=0.1`;
    expect((await send('GET', '/articles/1', undefined, both)).headers['Content-Type']).toBe(plain);
    expect((await send('OPTIONS', '/bulk/articles')).headers['Allow']).toBe('DELETE, OPTIONS');
  });
});
