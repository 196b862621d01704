import type { ErrorHooks } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';

const failure = new Error('secret');

function serverWith(errors: ErrorHooks, options: ServerOptions<unknown, typeof blog> = {}) {
  const articles = {
    list() {
      throw failure;
    },
  };
  return createServer(blog, { ...blogSources(), articles }, { onError: () => undefined, ...options, errors });
}

describe('errors: hooks of the application', () => {
  test('ids, links and strings, by error and request (ERR-07, ERR-08, ERR-12)', async () => {
    const server = serverWith({
      id: (_, { method }) => `trace of ${method}`,
      about: (_, { url }) => `/log?${url?.length}`,
      type: ({ code }) => `https://example.com/errors#${code}`,
      localize: ({ detail }, { acceptLanguage }) => ({ title: `${acceptLanguage}: title`, detail: `(${detail})` }),
    });
    const answer = await send(server, 'GET /nope', undefined, { 'Accept-Language': 'de' });
    expect(answer.document.errors).toEqual([
      {
        id: 'trace of GET',
        links: { about: '/log?5', type: 'https://example.com/errors#NOT_FOUND' },
        status: '404',
        code: 'NOT_FOUND',
        title: 'de: title',
        detail: '(This URL does not exist.)',
      },
    ]);
    expect(answer.headers.Vary).toBe('Accept, Accept-Language');
  });

  test('without localized strings, the response does not vary by language', async () => {
    expect((await send(serverWith({}), 'GET /nope')).headers.Vary).toBe('Accept');
  });

  test('the id of a failure equals the id in the log', async () => {
    const heard: unknown[] = [];
    const server = serverWith({ id: () => 'trace-1' }, { onError: (error, id) => heard.push(error, id) });
    expect((await send(server, 'GET /articles')).document.errors[0].id).toBe('trace-1');
    expect(heard).toEqual([failure, 'trace-1']);
  });

  test('a hook that throws is reported to onError, and the response stays the same', async () => {
    const heard: unknown[] = [];
    const hook = (): never => {
      throw new Error('hook');
    };
    const server = serverWith(
      { id: hook, about: hook, type: hook, localize: hook },
      { onError: (error) => heard.push(error) },
    );
    const { status, document } = await send(server, 'GET /nope');
    expect([status, document.errors[0].code, document.errors[0].id]).toEqual([404, 'NOT_FOUND', undefined]);
    expect(heard).toHaveLength(4);
    const failed = await send(server, 'GET /articles');
    expect([failed.status, failed.document.errors[0].id.length]).toEqual([500, 36]);
  });

  test('a very long Accept-Language is not passed to hooks', async () => {
    const heard: unknown[] = [];
    const server = serverWith({ id: (_, { acceptLanguage }) => void heard.push(acceptLanguage) as undefined });
    await send(server, 'GET /nope', undefined, { 'Accept-Language': 'd'.repeat(1001) });
    await send(server, 'GET /nope', undefined, { 'Accept-Language': 'd'.repeat(1000) });
    expect(heard).toEqual([undefined, 'd'.repeat(1000)]);
  });
});

describe('codes of the request as a whole', () => {
  const jsonApi = { 'content-type': 'application/vnd.api+json' };
  test.each<[code: string, status: number, request: string, body?: unknown, headers?: Record<string, string>]>([
    ['URL_INVALID', 400, 'GET /%ff'],
    ['URL_TOO_LONG', 414, `GET /${'x'.repeat(9000)}`],
    ['CONTENT_TYPE_UNSUPPORTED', 415, 'POST /people', '{}', { 'content-type': 'application/json' }],
    ['ACCEPT_UNSATISFIABLE', 406, 'GET /people', undefined, { accept: 'application/vnd.api+json; charset=utf-8' }],
    ['INVALID_JSON', 400, 'POST /people', '{', jsonApi],
    ['DOCUMENT_TOO_DEEP', 400, 'POST /people', '['.repeat(65), jsonApi],
    ['DOCUMENT_TOO_MANY_MEMBERS', 400, 'POST /people', `[${'0,'.repeat(10_000)}0]`, jsonApi],
    ['BODY_TOO_LARGE', 413, 'POST /people', ' '.repeat(1_048_577), jsonApi],
    ['INTERNAL_ERROR', 500, 'GET /articles'],
  ])('%s: %i', async (code, status, request, body, headers) => {
    const answer = await send(serverWith({}), request, body, headers);
    expect([answer.status, answer.document.errors[0].code]).toEqual([status, code]);
  });

  test('the limit of members of a request document is that of the server', async () => {
    const server = serverWith({}, { limits: { bodyMembers: 3 } });
    const answer = await send(server, 'POST /people', '[1,2,3,4]', jsonApi);
    expect(answer.document.errors[0].code).toBe('DOCUMENT_TOO_MANY_MEMBERS');
  });
});

describe('localize', () => {
  const patch = (attributes: object) => ({ data: { type: 'articles', id: '1', attributes } });
  const localized = async (localize: ErrorHooks['localize'], attributes: object, heard: unknown[] = []) => {
    const server = createServer(blog, blogSources(), { errors: { localize }, onError: (error) => heard.push(error) });
    return (await send(server, 'PATCH /articles/1', patch(attributes))).document.errors[0];
  };

  test('can return a promise', async () => {
    expect((await localized(async () => ({ detail: 'Nein' }), { titel: 'x' })).detail).toBe('Nein');
  });

  test('receives the issue of the schema, also in Atomic Operations', async () => {
    const localize: ErrorHooks['localize'] = (_error, _request, { issue }) => ({
      detail: `${issue?.['minimum']} Zeichen`,
    });
    expect((await localized(localize, { title: '' })).detail).toBe('1 Zeichen');
    const server = createServer(blog, blogSources(), { errors: { localize }, extensions: [atomicOperations()] });
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
    const body = JSON.stringify({ 'atomic:operations': [{ op: 'update', ...patch({ title: '' }) }] });
    const headers = { 'content-type': type, accept: type };
    const answer = await server.handle({ method: 'POST', url: '/operations', headers, body });
    expect(JSON.parse(answer.body ?? '').errors[0].detail).toBe('1 Zeichen');
  });

  test.each<[string, ErrorHooks['localize']]>([
    ['rejects', () => Promise.reject(failure)],
    [
      'throws',
      () => {
        throw failure;
      },
    ],
  ])('that %s keeps the text, and is reported', async (_, localize) => {
    const heard: unknown[] = [];
    expect((await localized(localize, { title: '' }, heard)).detail).toContain('title: ');
    expect(heard).toEqual([failure]);
  });

  test('that never returns keeps the text after a second', async () => {
    const heard: unknown[] = [];
    expect((await localized(() => new Promise(() => undefined), { title: '' }, heard)).detail).toContain('title: ');
    expect(String(heard)).toContain('errors.localize took longer than 1000 ms');
  });

  test('describes an unexpected failure with the id of the log', async () => {
    const heard: unknown[] = [];
    const server = serverWith({ localize: async () => ({ title: 'Fehler' }) }, { onError: (_, id) => heard.push(id) });
    const [error] = (await send(server, 'GET /articles')).document.errors;
    expect([error.title, heard]).toEqual(['Fehler', [error.id]]);
  });
});

test.each([
  [2, { errors: { truncated: true, limit: 2 } }],
  [3, undefined],
  [20, undefined],
])('with a limit of %i, a list of three errors says whether it was cut', async (errors, meta) => {
  const server = createServer(blog, blogSources(), { limits: { errors } });
  const answers = await Promise.all([
    send(server, 'GET /articles?sort=a&filter[b]=1&include=c'),
    send(server, 'PATCH /articles/1', { data: { type: 'articles', id: '1', attributes: { a: 1, b: 1, c: 1 } } }),
  ]);
  for (const { document } of answers)
    expect([document.errors.length, document.meta]).toEqual([Math.min(errors, 3), meta]);
});
