import { pipeline, Readable } from 'node:stream';
import { serializeStream } from '@linkage/core';
import { errorResponse, readResourceRequest } from '@linkage/core/http';
import express, { type ErrorRequestHandler } from 'express';
import { api } from './core.ts';

async function* readArticles() {
  for (let id = 1; id <= 100_000; id++) yield { id, title: `Article ${id}` };
}

export const app = express();
app.get('/articles', (request, response) => {
  // As for one resource: `include` and `fields`. `page`, `sort`, and `filter` are 400, because the stream would ignore them.
  const { query, jsonapi, negotiated } = readResourceRequest(api, 'articles', request);
  const { include, fields } = query;
  const document = serializeStream(api, 'articles', readArticles(), { include, fields, jsonapi });
  response.set({ 'Content-Type': negotiated.contentType }).vary(negotiated.vary);
  // `pipeline` waits for the client, and destroys the connection if the stream fails.
  if (request.method === 'HEAD') response.end();
  else pipeline(Readable.from(document), response, () => undefined);
});
app.use(((error, request, response, _next) => {
  const { status, headers, body } = errorResponse(error, request);
  response.status(status).set(headers).end(body);
}) satisfies ErrorRequestHandler);
