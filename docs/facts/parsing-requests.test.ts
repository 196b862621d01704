/** The sentences of the page about requests in backends without the server. */

import { DatabaseSync } from 'node:sqlite';
import { defineApi, JsonApiError, negotiate, parseQuery, toMany, toOne } from '@linkage/core';
import {
  checkPreconditions,
  checkRelated,
  documentResponse,
  errorResponse,
  operationsResponse,
  readCreateRequest,
  readLinkageRequest,
  readOperationsRequest,
  readResourceRequest,
  readUpdateRequest,
} from '@linkage/core/http';
import { atomicOperations } from '@linkage/server';
import express from 'express';
import { HTTPException } from 'hono/http-exception';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, mediaType, send, serve } from './fact.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/parsing-requests.md', sentence, check);
const api = defineApi({
  notes: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people'), tags: toMany('tags', { required: true }) },
  },
  people: { attributes: { name: z.string() } },
  tags: { attributes: { name: z.string() } },
});
const request = (line: string, data?: unknown, headers: object = {}) => {
  const [method, url] = line.split(' ');
  const body = data === undefined ? undefined : Buffer.from(JSON.stringify(data));
  return { method, url, headers: { 'content-type': mediaType, ...headers }, body } as never;
};
const get = (headers: object = {}) => readResourceRequest(api, 'notes', request('GET /notes/1', undefined, headers));
const patch = (headers: object = {}) =>
  readUpdateRequest(api, 'notes', '1', request('PATCH /notes/1', { data: { type: 'notes', id: '1' } }, headers));
const thrown = async (run: () => unknown): Promise<unknown> => {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  }
};
const statusOf = async (run: () => unknown): Promise<unknown> =>
  errorResponse(await thrown(run), request('GET /'), { onError: () => undefined } as never).status;
const tag = { type: 'tags', id: '1' };
const text = '{"data":null}';

fact(
  '| `readLinkageRequest` | `PATCH`, `POST`, or `DELETE` of `/articles/1/relationships/comments`; respond with 204 | `op`, `linkage` |',
  () => {
    for (const [method, op] of [
      ['PATCH', 'update'],
      ['POST', 'add'],
      ['DELETE', 'remove'],
    ] as const) {
      const read = readLinkageRequest(
        api,
        'notes',
        'tags',
        request(`${method} /notes/1/relationships/tags`, { data: [tag] }),
      );
      expect([read.op, read.linkage, documentResponse(read, 204).status]).toEqual([op, [tag], 204]);
    }
  },
);
fact(
  '| `documentResponse` | The status, `Content-Type`, `Vary`, and `ETag` of a document; 304 if the client has it, no body for HEAD |',
  () => {
    const { status, headers } = documentResponse(get(), 200, text);
    expect([status, headers['Content-Type'], headers['Vary']]).toEqual([200, mediaType, 'Accept']);
    expect(documentResponse(get({ 'if-none-match': headers['ETag'] }), 200, text).status).toBe(304);
  },
);
fact('| `operationsResponse` | The results of operations: 200, or 204 if all are empty |', async () => {
  const extension = `${mediaType};ext="https://jsonapi.org/ext/atomic"`;
  const remove = { op: 'remove', ref: { type: 'notes', id: '1' } };
  const given = request(
    'POST /operations',
    { 'atomic:operations': [remove] },
    { 'content-type': extension, accept: extension },
  );
  const read = await readOperationsRequest(api, given);
  const resource = { data: { type: 'notes', id: '1' } };
  expect([operationsResponse(read, [{}]).status, operationsResponse(read, [resource] as never).status]).toEqual([
    204, 200,
  ]);
});
fact(
  '| `errorResponse` | Anything thrown: the errors of a `JsonApiError`, those of body parsers, and a 500 without details for anything else |',
  () => {
    const respond = (error: unknown) => errorResponse(error, request('GET /'), { onError: () => undefined } as never);
    expect(respond(new JsonApiError({ status: '409' } as never)).status).toBe(409);
    expect(respond(Object.assign(new Error('x'), { status: 413, expose: true })).status).toBe(413);
    expect([respond(new Error('secret')).status, respond(new Error('secret')).body?.includes('secret')]).toEqual([
      500,
      false,
    ]);
  },
);
fact(
  '| `checkPreconditions` | `If-Match` and `If-None-Match` before a write: 412. With `{ required: true }`, a write without `If-Match` is 428 |',
  async () => {
    const check = async (headers: object, ...options: never[]) => {
      const read = await patch(headers);
      return statusOf(() => checkPreconditions(read, 7, ...options));
    };
    expect([
      await check({ 'if-match': '"x"' }),
      await check({ 'if-none-match': '*' }),
      await check({}, { required: true } as never),
    ]).toEqual([412, 412, 428]);
    expect(await thrown(async () => checkPreconditions(await patch({ 'if-match': '*' }), 7))).toBeUndefined();
  },
);
fact('| `checkRelated` | Linked resources that do not exist: 404, with the pointer of each identifier |', async () => {
  const read = readLinkageRequest(
    api,
    'notes',
    'tags',
    request('POST /notes/1/relationships/tags', { data: [tag, { ...tag, id: '2' }] }),
  );
  const error = await thrown(() => checkRelated(read, (_, ids) => ids.filter((id) => id === '1')));
  expect(error).toMatchObject({ status: 404, errors: [{ source: { pointer: '/data/1' } }] });
});
fact('Without it, a tag is a hash of the document, which is enough for 304, but not for `If-Match`.', async () => {
  const { ETag = '' } = documentResponse(get(), 200, text).headers;
  expect(documentResponse(get({ 'if-none-match': ETag }), 200, text).status).toBe(304);
  const read = await patch({ 'if-match': ETag });
  expect(await statusOf(() => checkPreconditions(read, undefined as never))).toBe(412);
});
fact('1 MiB, 64 levels, 10,000 members, 1,000 identifiers, and 50 operations.', async () => {
  const create = (attributes: object, relationships: object = {}) =>
    statusOf(() =>
      readCreateRequest(
        api,
        'notes',
        request('POST /notes', {
          data: { type: 'notes', attributes, relationships: { tags: { data: [tag] }, ...relationships } },
        }),
      ),
    );
  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
  expect(await create({ title: 'x'.repeat(1024 * 1024) })).toBe(413);
  expect(await create({ title: 'x', other: nested(64) })).toBe(400);
  expect(await create({ title: 'x', other: Array.from({ length: 10_000 }, () => 1) })).toBe(400);
  const tags = (count: number) => ({
    tags: { data: Array.from({ length: count }, (_, id) => ({ type: 'tags', id: `${id}` })) },
  });
  expect(
    await thrown(() =>
      readCreateRequest(
        api,
        'notes',
        request('POST /notes', { data: { type: 'notes', attributes: { title: 'x' }, relationships: tags(1000) } }),
      ),
    ),
  ).toBeUndefined();
  expect(await create({ title: 'x' }, tags(1001))).toBe(422);
  const extension = `${mediaType};ext="https://jsonapi.org/ext/atomic"`;
  const many = (count: number) => ({
    'atomic:operations': Array.from({ length: count }, () => ({ op: 'remove', ref: { type: 'notes', id: '1' } })),
  });
  const operations = (count: number) =>
    thrown(() =>
      readOperationsRequest(
        api,
        request('POST /operations', many(count), { 'content-type': extension, accept: extension }),
      ),
    );
  expect([await operations(50), await operations(51)]).toEqual([undefined, expect.objectContaining({ status: 400 })]);
});
fact('- **Ids.** A client-generated id is 403, unless the type has `clientGeneratedIds: true`.', async () => {
  const data = { type: 'notes', id: '1', attributes: { title: 'x' }, relationships: { tags: { data: [tag] } } };
  expect(await statusOf(() => readCreateRequest(api, 'notes', request('POST /notes', { data })))).toBe(403);
});
fact("Databases convert strings: with a column of integers, `where id = '01'` finds 1.", () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table note (id integer primary key); insert into note values (1)');
  expect(database.prepare('select id from note where id = ?').get('01')).toEqual({ id: 1 });
});
fact('The functions throw a `TypeError` for a type or a relationship that the API does not have, so 500.', async () => {
  for (const run of [
    () => readResourceRequest(api, 'none' as never, request('GET /none/1')),
    () => readLinkageRequest(api, 'notes', 'none' as never, request('PATCH /x', { data: null })),
  ]) {
    expect(await thrown(run)).toBeInstanceOf(TypeError);
    expect(await statusOf(run)).toBe(500);
  }
});
fact(
  '`errorResponse` knows errors with `status` and `expose: true`, as body parsers of Express throw them, and the `URIError` with the status 400 that Express throws for a path that is not UTF-8. Others, such as `HTTPException` of Hono, are 500: throw a `JsonApiError` instead.',
  async () => {
    const seen: number[] = [];
    const app = express();
    app.use(express.raw({ type: () => true, limit: 10 }));
    app.post('/notes/:id', (_, response) => void response.end());
    app.use(((error: unknown, given: express.Request, response: express.Response, _: unknown) => {
      seen.push(errorResponse(error, given as never, { onError: () => undefined } as never).status);
      response.end();
    }) as express.ErrorRequestHandler);
    const host = app.listen(0);
    const { port } = host.address() as { port: number };
    await fetch(`http://localhost:${port}/notes/1`, { method: 'POST', body: 'x'.repeat(20) });
    await fetch(`http://localhost:${port}/notes/%E0%A4%A`, { method: 'POST', body: 'x' });
    host.close();
    expect(seen).toEqual([413, 400]);
    expect(await statusOf(() => Promise.reject(new HTTPException(403)))).toBe(500);
  },
);
fact(
  '- **Schemas.** If a schema throws, the function throws an `Error` whose `cause` is the thrown value: a failure of your application, so 500.',
  async () => {
    const cause = new Error('x');
    const title = {
      '~standard': {
        version: 1,
        vendor: 'x',
        validate: () => {
          throw cause;
        },
      },
    } as never;
    const broken = defineApi({ notes: { attributes: { title } } });
    const run = () =>
      readCreateRequest(
        broken,
        'notes',
        request('POST /notes', { data: { type: 'notes', attributes: { title: 'x' } } }),
      );
    expect([await thrown(run), await statusOf(run)]).toEqual([expect.objectContaining({ cause }), 500]);
  },
);
fact('A request that removes the last member is 403. The functions reject only an empty replacement.', async () => {
  const change = (method: string, data: unknown) =>
    thrown(() => readLinkageRequest(api, 'notes', 'tags', request(`${method} /notes/1/relationships/tags`, { data })));
  expect(await change('DELETE', [tag])).toBeUndefined();
  expect(await change('PATCH', [])).toBeInstanceOf(JsonApiError);
});
fact('Compare `meta.ifMatch` with the entity tag of the resource: 412.', async () => {
  const extension = `${mediaType};ext="https://jsonapi.org/ext/atomic"`;
  const headers = { 'content-type': extension, accept: extension };
  const remove = { op: 'remove', ref: { type: 'notes', id: '1' }, meta: { ifMatch: '"x"' } };
  const document = { 'atomic:operations': [remove] };
  const { operations } = await readOperationsRequest(api, request('POST /operations', document, headers));
  expect(operations[0]).toMatchObject({ meta: remove.meta });
  const server = serve({ extensions: [atomicOperations()] });
  expect((await send(server, 'POST /operations', JSON.stringify(document), headers)).status).toBe(412);
});
fact('- **Ids.** A client-generated id that is taken is 409.', async () => {
  const data = { type: 'notes', id: '1', attributes: { title: 'x', size: 1 } };
  expect((await send(serve(), 'POST /notes', data)).status).toBe(409);
});
const support = { extensions: [], profiles: [] };
const negotiated = (contentType: string, accept: string) =>
  thrown(() => negotiate({ contentType, accept, body: true }, support));
fact('| `negotiate` | `Content-Type` and `Accept`; throws 415 or 406 |', async () => {
  expect([await negotiated('text/plain', mediaType), await negotiated(mediaType, 'text/html')]).toMatchObject([
    { status: 415 },
    { status: 406 },
  ]);
});
fact('the query string, or `URLSearchParams`; throws 400.', async () => {
  for (const query of ['sort=none', new URLSearchParams({ sort: 'none' })])
    expect(await statusOf(() => parseQuery(api, 'notes', query))).toBe(400);
});
fact(
  '- Header values above 2,048 characters are rejected. The error names the header and the supported values. `headers` contains the `Vary` (and for 415 the `Accept`) of the response.',
  async () => {
    const long = (length: number) => `${mediaType};${' '.repeat(length - mediaType.length - 1)}`;
    expect(await negotiated(mediaType, long(2049))).toMatchObject({
      status: 406,
      errors: [{ source: { header: 'Accept' } }],
      headers: { Vary: 'Accept' },
    });
    expect(await negotiated('text/plain', mediaType)).toMatchObject({ headers: { Accept: mediaType } });
  },
);
