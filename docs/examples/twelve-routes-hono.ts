import { defineApi, errorObject, JsonApiError, serialize } from '@linkage/core';
import * as http from '@linkage/core/http';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';

const api = defineApi({ tags: { attributes: { name: z.string().min(1) } } });
const rows = new Map<string, { readonly id: string; readonly version: number; readonly name: string }>();

const send = ({ status, headers, body }: http.HttpResponse) => new Response(body, { status, headers });
/** A request with a document: its body as bytes, because the functions check the media type and the encoding. */
const withBody = async (request: HonoRequest) => {
  const { method, url, headers } = request.raw;
  return { method, url, headers, body: await request.arrayBuffer() };
};

export const hono = new Hono();
const reject = (): never => {
  throw new JsonApiError(errorObject('BODY_TOO_LARGE', 'The limit is 1 MB.'));
};
hono.use(bodyLimit({ maxSize: 1_000_000, onError: reject }));
hono.post('/tags', async (c) => {
  const read = await http.readCreateRequest(api, 'tags', await withBody(c.req));
  const row = { id: String(rows.size + 1), version: 1, ...read.input.attributes };
  rows.set(row.id, row);
  const text = serialize(api, 'tags', row, http.documentOptions(read));
  const headers = { Location: `/tags/${row.id}` };
  return send(http.documentResponse(read, 201, text, { version: row.version, headers }));
});
hono.get('/tags/:id', (c) => {
  const read = http.readResourceRequest(api, 'tags', c.req.raw);
  const row = rows.get(c.req.param('id'));
  if (row === undefined) throw new JsonApiError(errorObject('NOT_FOUND', 'The tag does not exist.'));
  const text = serialize(api, 'tags', row, http.documentOptions(read));
  return send(http.documentResponse(read, 200, text, { version: row.version }));
});
hono.notFound(() => {
  throw new JsonApiError(errorObject('NOT_FOUND', 'There is no resource at this URL.'));
});
hono.onError((error, c) => send(http.errorResponse(error, c.req.raw)));
