import { attribute, defineApi, errorObject, JSON_API_MEDIA_TYPE, JsonApiError, serialize } from '@linkage/core';
import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createMemorySources, createServer } from '@linkage/server';
import Fastify from 'fastify';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string(), status: attribute(z.enum(['draft', 'published']), { write: false }) } },
});
const articles = new Map([['1', { id: '1', title: 'Hello', status: 'draft' as 'draft' | 'published' }]]);
const sources = createMemorySources(api, { articles: [...articles.values()] });

// #region route
const mount = { server: createServer(api, sources, { baseUrl: '/api' }), prefix: '/api' };
export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
await app.register(jsonApiPlugin, mount);

// A route of your own beside those of the API. Fastify prefers it, because its path is more specific.
app.post<{ Params: { id: string } }>('/api/articles/:id/publish', async (request, reply) => {
  const article = articles.get(request.params.id);
  if (article === undefined) throw new JsonApiError(errorObject('NOT_FOUND', 'The article does not exist.'));
  article.status = 'published';
  const text = serialize(api, 'articles', article, { baseUrl: '/api' });
  // Bytes: Fastify would add a charset to the media type of a string, which JSON:API does not allow.
  return reply.type(JSON_API_MEDIA_TYPE).send(Buffer.from(text));
});

app.setErrorHandler((error, _request, reply) => {
  if (!JsonApiError.is(error)) throw error;
  const text = JSON.stringify({ errors: error.errors });
  return reply.code(error.status).headers(error.headers).type(JSON_API_MEDIA_TYPE).send(Buffer.from(text));
});
// #endregion
