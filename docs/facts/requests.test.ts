/** Sentences about requests of the pages about HTTP, conditional requests, limits, security, and validating. */

import { validateDocument } from '@linkage/core';
import { expect } from 'vitest';
import { fact, mediaType, send, serve, statusOf } from './fact.ts';

const change = { type: 'notes', id: '1', attributes: { title: 'New' } };
fact('guide/http.md', '| `GET /articles/`, `GET /articles/1/` | 404 |', async () => {
  expect([await statusOf('GET /notes/'), await statusOf('GET /notes/1/')]).toEqual([404, 404]);
});
fact('guide/http.md', '| `POST /articles/` | 405, because `POST` is not a method of a resource |', async () => {
  expect(await statusOf('POST /notes/')).toBe(405);
});
fact('guide/http.md', '`createServer` throws a `TypeError` if one collection is below another one.', () => {
  const collection = (type: string) => (type === 'people' ? '/notes/people' : `/${type}`);
  expect(() => serve({ urls: { collection } })).toThrow(TypeError);
});
fact(
  'guide/http.md',
  'The server never takes a part of a link from the request, so a forged `Host` has no effect.',
  async () => {
    const { body } = await send(serve(), 'GET /notes/1', undefined, { host: 'evil.example' });
    expect(body).not.toContain('evil');
  },
);
fact(
  'guide/http.md',
  'If `Accept` contains the media type only with parameters that JSON:API does not define, the response is 406:',
  async () => {
    expect((await send(serve(), 'GET /notes', undefined, { accept: `${mediaType}; charset=utf-8` })).status).toBe(406);
  },
);
fact('guide/http.md', 'A taken id is 409. Without this option, any id in a POST is 403.', async () => {
  const attributes = { title: 'x', size: 1 };
  expect((await send(serve(), 'POST /notes', { type: 'notes', id: '1', attributes })).status).toBe(409);
  expect((await send(serve(), 'POST /people', { type: 'people', id: '1', attributes: { name: 'x' } })).status).toBe(
    403,
  );
});
fact('guide/limits.md', '| `limits.pageSizeMaximum` | 100 | The maximum page size | 400 |', async () => {
  expect([await statusOf('GET /notes?page[size]=100'), await statusOf('GET /notes?page[size]=101')]).toEqual([
    200, 400,
  ]);
});
fact(
  'guide/limits.md',
  '| `limits.urlLength` | 8 KiB | The number of characters of path and query | 414 |',
  async () => {
    expect(await statusOf(`GET /notes?x=${'a'.repeat(8 * 1024)}`)).toBe(414);
  },
);
fact('guide/limits.md', '| `limits.parameters` | 100 | The total number of query parameters | 400 |', async () => {
  const query = Array.from({ length: 101 }, (_, index) => `x[a${index}]=1`).join('&');
  expect(await statusOf(`GET /notes?${query}`)).toBe(400);
});
fact('guide/conditional-requests.md', '- **Malformed conditions** are 400.', async () => {
  expect((await send(serve(), 'PATCH /notes/1', change, { 'if-match': 'none' })).status).toBe(400);
});
fact(
  'guide/conditional-requests.md',
  '- **`requireIfMatch`** names types whose writes receive 428 without `If-Match`.',
  async () => {
    expect((await send(serve({ requireIfMatch: ['notes'] }), 'PATCH /notes/1', change)).status).toBe(428);
  },
);
fact('guide/conditional-requests.md', 'Weak tags never match (RFC 9110, section 8.8.3.2).', async () => {
  const server = serve();
  const tag = (await send(server, 'GET /notes/1')).headers['ETag'];
  expect((await send(server, 'PATCH /notes/1', change, { 'if-match': `W/${tag}` })).status).toBe(412);
  expect((await send(server, 'PATCH /notes/1', change, { 'if-match': `${tag}` })).status).toBe(200);
});
fact('guide/conditional-requests.md', '`ETag` is `"<version>-<hash>"`.', async () => {
  expect((await send(serve(), 'GET /notes/1')).headers['ETag']).toMatch(/^"[^"]+-[^"]+"$/);
});
fact('guide/security.md', '| no | 415 if there is a body, and at the URLs of your', async () => {
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', ''])
    expect((await send(serve(), 'POST /notes', change, { 'content-type': contentType })).status).toBe(415);
});
fact('guide/validating.md', 'It returns `{ value }` or `{ issues }`, and never throws because of a document.', () => {
  for (const document of [null, 1, 'x', [], {}, { data: 1 }, { data: { type: 1 } }, { errors: [null] }])
    expect(validateDocument(document)).toHaveProperty('issues');
  expect(validateDocument({ data: null })).not.toHaveProperty('issues');
});
