/** The table of statuses of the page about statuses, headers, and URLs. */

import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact, found, send, serve } from './fact.ts';

const attributes = { title: 'x', size: 1 };
const created = { type: 'notes', id: '7', attributes };
const change = { type: 'notes', id: '1', attributes: { title: 'New' } };
const person = { type: 'people', id: '9' };
const none = { type: 'people', id: 'none' };

/** Types whose sources do less, or more. */
const jobsApi = defineApi({
  notes: { attributes: { title: z.string().trim().min(1), size: attribute(z.int().optional(), { write: false }) } },
  jobs: { attributes: { status: z.string() } },
});
const accepted = { accepted: { type: 'jobs', id: '1' } };
const jobs = (more: object = {}) => ({
  find: (ids: readonly string[]) => ids.map((id) => ({ id, status: 'open' })),
  job: ({ id }: { id: string }) => (id === '1' ? { retryAfter: 5 } : { done: { type: 'notes', id: '3' } }),
  ...more,
});
const memory = () => createMemorySources(jobsApi, { notes: [{ id: '1', title: 'x', size: 1 }] });
const serveJobs = (notes: object = { create: () => accepted }, more?: object) =>
  createServer(jobsApi, { notes: { ...memory().notes, ...notes }, jobs: jobs(more) } as never);

type Request = readonly [
  line: string,
  data: unknown,
  headers: Record<string, string>,
  status: number,
  names?: readonly string[],
  server?: Pick<ReturnType<typeof serve>, 'handle'>,
];
const star = { 'if-match': '*' };
const minimal = { prefer: 'return=minimal' };
/** The rows of the table of statuses, with the requests that prove each of them. */
const rows: readonly (readonly [row: string, ...requests: Request[]])[] = [
  ['| GET | 200 | `ETag`, `Cache-Control` |', ['GET /notes/1', undefined, {}, 200, ['ETag', 'Cache-Control']]],
  [
    '| GET or HEAD, and `If-None-Match` contains the tag of the document, or is `*` | 304 | `ETag`, `Cache-Control` |',
    ['GET /notes/1', undefined, { 'if-none-match': '*' }, 304, ['ETag', 'Cache-Control']],
    ['HEAD /notes', undefined, { 'if-none-match': '*' }, 304, ['ETag', 'Cache-Control']],
  ],
  [
    '| GET of a running job | 200 | as GET, and `Retry-After` |',
    ['GET /jobs/1', undefined, {}, 200, ['ETag', 'Cache-Control', 'Retry-After'], serveJobs()],
  ],
  [
    '| GET of a finished job | 303 | `Location`: the resource that the job created |',
    ['GET /jobs/2', undefined, {}, 303, ['Location'], serveJobs()],
  ],
  [
    '| OPTIONS | 204 | `Allow`; `Accept-Patch` and `Accept-Post` if the URL supports them',
    ['OPTIONS /notes/1', undefined, {}, 204, ['Allow', 'Accept-Patch']],
    ['OPTIONS /notes', undefined, {}, 204, ['Allow', 'Accept-Post']],
  ],
  ['| PATCH of a resource | 200 | `ETag` |', ['PATCH /notes/1', change, {}, 200, ['ETag']]],
  [
    '| POST or PATCH with `Prefer: return=minimal`, and the resource equals the request | 204 | `Preference-Applied`, `ETag`; `Location` after a POST |',
    ['PATCH /notes/1', change, minimal, 204, ['Preference-Applied', 'ETag']],
    [
      'POST /notes',
      { ...created, relationships: { author: { data: null }, readers: { data: [] } } },
      minimal,
      204,
      ['Preference-Applied', 'ETag', 'Location'],
    ],
  ],
  ['| DELETE of a resource | 204 | |', ['DELETE /notes/1', undefined, {}, 204]],
  [
    '| PATCH, POST, DELETE of a relationship | 204 | `ETag` if the request had a condition |',
    ['PATCH /notes/1/relationships/author', null, star, 204, ['ETag']],
    ['POST /notes/1/relationships/readers', [person], {}, 204],
    ['DELETE /notes/1/relationships/readers', [person], {}, 204],
  ],
  [
    '| a write that continues in the background | 202 | `Content-Location`: the job, which is the primary data; `Retry-After` |',
    [
      'POST /notes',
      { type: 'notes', attributes: { title: 'x' } },
      {},
      202,
      ['Content-Location', 'Retry-After'],
      serveJobs(),
    ],
  ],
  [
    '| invalid query parameter, invalid JSON, malformed header | 400 | |',
    ['GET /notes?sort=none', undefined, {}, 400],
    ['POST /notes', '{', {}, 400],
    ['GET /notes', undefined, { 'if-none-match': 'x' }, 400],
  ],
  [
    '| unsupported write, read-only field, client-generated id that is not allowed | 403 | |',
    ['PATCH /notes/1', change, {}, 403, [], serveJobs({ update: undefined })],
    ['PATCH /notes/1', { ...change, attributes: { size: 2 } }, {}, 403, [], serveJobs()],
    ['POST /notes', { type: 'notes', id: '7', attributes: { title: 'x' } }, {}, 403, [], serveJobs()],
  ],
  [
    '| unknown URL, missing resource, linkage to a missing resource | 404 | |',
    ['GET /none', undefined, {}, 404],
    ['GET /notes/none', undefined, {}, 404],
    ['POST /notes/1/relationships/readers', [none], {}, 404],
  ],
  ['| a method that the URL does not support | 405 | `Allow` |', ['PUT /notes', undefined, {}, 405, ['Allow']]],
  ['| no acceptable media type in `Accept` | 406 | |', ['GET /notes', undefined, { accept: 'text/html' }, 406]],
  [
    '| id already taken, type or id different from the URL, violated constraint | 409 | |',
    ['POST /notes', { ...created, id: '1' }, {}, 409],
    ['PATCH /notes/1', { ...change, type: 'people' }, {}, 409],
    ['PATCH /notes/1', { ...change, id: '2' }, {}, 409],
  ],
  ['| a condition that does not hold | 412 | |', ['PATCH /notes/1', change, { 'if-match': '"x"' }, 412]],
  [
    '| document too large, URL too long | 413, 414 | |',
    ['POST /notes', created, {}, 413, [], serve({ limits: { bodyBytes: 9 } })],
    [`GET /notes?${'a'.repeat(9000)}`, undefined, {}, 414],
  ],
  [
    '| another media type or content coding in the request | 415 | `Accept-Patch`, `Accept-Post`, or `Accept-Encoding` |',
    ['POST /notes', created, { 'content-type': 'text/plain' }, 415, ['Accept-Post']],
    ['PATCH /notes/1', change, { 'content-type': 'text/plain' }, 415, ['Accept-Patch']],
    ['POST /notes', created, { 'content-encoding': 'gzip' }, 415, ['Accept-Encoding']],
  ],
  [
    '| an attribute that its schema rejects | 422 | |',
    ['PATCH /notes/1', { ...change, attributes: { title: 1 } }, {}, 422],
  ],
  [
    '| a write without `If-Match` for a type in `requireIfMatch` | 428 | |',
    ['PATCH /notes/1', change, {}, 428, [], serve({ requireIfMatch: ['notes'] })],
  ],
  [
    '| unexpected failure | 500 | |',
    [
      'GET /notes/1',
      undefined,
      {},
      500,
      [],
      serve(
        {},
        found(() => 1),
      ),
    ],
  ],
  [
    '| request or source call too slow | 504 | |',
    [
      'GET /notes/1',
      undefined,
      {},
      504,
      [],
      serve(
        { limits: { requestTime: 20 } },
        found(() => new Promise(() => undefined)),
      ),
    ],
  ],
];

for (const [row, ...requests] of rows)
  fact('guide/http.md', row, async () => {
    for (const [line, data, headers, status, names = [], server = serve()] of requests) {
      const response = await send(server, line, data, headers);
      expect([line, response.status]).toEqual([line, status]);
      for (const name of names) expect(Object.keys(response.headers), line).toContain(name);
      if (status === 304 || status === 204) expect(response.body ?? '').toBe('');
    }
  });

const submit = ['POST /notes', { type: 'notes', attributes: { title: 'x' } }] as const;
fact('guide/http.md', 'For `Retry-After` and 303, it must also have `job`.', async () => {
  const server = serveJobs(undefined, { job: undefined });
  const responses = [await send(server, ...submit), await send(server, 'GET /jobs/2')];
  expect(responses.map(({ status, headers }) => [status, headers['Retry-After']])).toEqual([
    [202, undefined],
    [200, undefined],
  ]);
});
fact('guide/http.md', 'the server responds with 403, as the specification requires.', async () => {
  for (const [line, data] of [submit, ['DELETE /notes/1', undefined]] as const)
    expect((await send(serveJobs({ create: undefined, delete: undefined }), line, data)).status).toBe(403);
});
fact('guide/http.md', 'Without the media type of JSON:API, a write is 415.', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'application/json', ''])
    expect((await send(serve(), 'POST /notes', created, { 'content-type': type })).status).toBe(415);
});
