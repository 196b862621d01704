import type { ErrorHooks } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

const failure = new Error('secret');

function serverWith(errors: ErrorHooks, options: ServerOptions = {}) {
  const articles = {
    list() {
      throw failure;
    },
  };
  return createServer(blog, { ...blogSources(), articles }, { onError: () => undefined, ...options, errors });
}

describe('errors: hooks of the application', () => {
  test('ids, links and texts, by error and request (ERR-07, ERR-08, ERR-12)', async () => {
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

  test('without texts the answer does not vary by language', async () => {
    expect((await send(serverWith({}), 'GET /nope')).headers.Vary).toBe('Accept');
  });

  test('the id of a failure is the one the log gets', async () => {
    const heard: unknown[] = [];
    const server = serverWith({ id: () => 'trace-1' }, { onError: (error, id) => heard.push(error, id) });
    expect((await send(server, 'GET /articles')).document.errors[0].id).toBe('trace-1');
    expect(heard).toEqual([failure, 'trace-1']);
  });

  test('a hook that throws is heard of; the answer stays', async () => {
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

  test('a very long Accept-Language is not handed on', async () => {
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

  test('the members of a request document are bounded as the server is told', async () => {
    const server = serverWith({}, { limits: { bodyMembers: 3 } });
    const answer = await send(server, 'POST /people', '[1,2,3,4]', jsonApi);
    expect(answer.document.errors[0].code).toBe('DOCUMENT_TOO_MANY_MEMBERS');
  });
});
