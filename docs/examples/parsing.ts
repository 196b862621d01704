import { defineApi, errorObject, JsonApiError, serialize } from '@linkage/core';
import {
  checkPreconditions,
  documentOptions,
  documentResponse,
  errorResponse,
  type HttpResponse,
  readCreateRequest,
  readResourceRequest,
  readUpdateRequest,
} from '@linkage/core/http';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string().min(1) } } });
type Article = { readonly id: string; title: string; version: number };
const articles = new Map<string, Article>();

function find(id: string): Article {
  const article = articles.get(id);
  if (article !== undefined) return article;
  throw new JsonApiError(errorObject('NOT_FOUND', 'The article does not exist.'));
}

// `end`, because `send` adds a charset to the media type, which JSON:API does not allow.
const send = (response: Response, { status, headers: { Vary = 'Accept', ...others }, body }: HttpResponse) =>
  response.status(status).vary(Vary).set(others).end(body);

export const app = express();
// All bodies as bytes: the functions check the media type and the encoding.
app.use(express.raw({ type: () => true, limit: '1mb' }));
app.post('/articles', async (request, response) => {
  const read = await readCreateRequest(api, 'articles', request);
  const article = { id: String(articles.size + 1), version: 1, ...read.input.attributes };
  articles.set(article.id, article);
  const text = serialize(api, 'articles', article, documentOptions(read));
  const headers = { Location: `/articles/${article.id}` };
  send(response, documentResponse(read, 201, text, { version: article.version, headers }));
});
app.get('/articles/:id', (request, response) => {
  const read = readResourceRequest(api, 'articles', request);
  const article = find(request.params.id);
  const text = serialize(api, 'articles', article, documentOptions(read));
  send(response, documentResponse(read, 200, text, { version: article.version }));
});
app.patch('/articles/:id', async (request, response) => {
  const read = await readUpdateRequest(api, 'articles', request.params.id, request);
  const article = find(request.params.id);
  checkPreconditions(read, article.version);
  Object.assign(article, read.input.attributes, { version: article.version + 1 });
  const text = serialize(api, 'articles', article, documentOptions(read));
  send(response, documentResponse(read, 200, text, { version: article.version }));
});
app.delete('/articles/:id', (request, response) => {
  const read = readResourceRequest(api, 'articles', request);
  checkPreconditions(read, find(request.params.id).version);
  articles.delete(request.params.id);
  send(response, documentResponse(read, 204));
});
app.use((request) => {
  throw new JsonApiError(errorObject('NOT_FOUND', `There is no resource for ${request.method} at this URL.`));
});
app.use(((error, request, response, _next) => {
  send(response, errorResponse(error, request));
}) satisfies ErrorRequestHandler);
