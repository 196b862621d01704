import { JsonApiError, problem } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../create-server.ts';
import type { ServerOptions } from '../server.ts';
import { errorResponse } from './error-response.ts';

const secret = 'password=hunter2';

const request = { method: 'GET', url: '/articles', headers: {} };

function documentOf(thrown: unknown, most = 20): { errors: Record<string, unknown>[]; [member: string]: unknown } {
  return JSON.parse(errorResponse(thrown, request, { most }).body ?? '');
}

describe('errorResponse', () => {
  test('a JsonApiError: its errors, its status, its headers', () => {
    const error = new JsonApiError(problem('NOT_FOUND', 'Gone.'), { headers: { 'X-Odd': '1' }, cause: secret });
    expect(errorResponse(error, request, { most: 20 })).toEqual({
      status: 404,
      headers: {
        'Content-Type': 'application/vnd.api+json',
        Vary: 'Accept',
        'Cache-Control': 'no-store',
        'X-Odd': '1',
      },
      body: JSON.stringify({
        jsonapi: { version: '1.1' },
        errors: [{ status: '404', code: 'NOT_FOUND', title: 'Not found', detail: 'Gone.' }],
      }),
    });
  });

  test('never more errors than allowed; the status is that of all of them (ERR-04)', () => {
    const error = new JsonApiError([...Array(30).fill(problem('NOT_FOUND', 'x')), problem('TYPE_CONFLICT', 'y')]);
    expect(documentOf(error, 5).errors.length).toBe(5);
    expect(errorResponse(error, request, { most: 5 }).status).toBe(400);
  });

  test('ERR-10 an error without a status gets one', () => {
    expect(documentOf(new JsonApiError({ title: 'x' })).errors).toEqual([{ title: 'x', status: '500' }]);
  });

  test('members that an error object does not have stay inside', () => {
    const error = new JsonApiError(Object.assign({ ...problem('NOT_FOUND', 'x') }, { stack: secret }));
    expect(JSON.stringify(documentOf(error))).not.toContain(secret);
  });

  test.each<[string, unknown]>([
    ['an error', new Error(secret)],
    ['a text', secret],
    ['undefined', undefined],
    ['null', null],
    ['an object that looks like an error object', { status: 404, errors: [{ detail: secret }] }],
    ['an error of errors', new AggregateError([new Error(secret)], secret)],
    ['an error object that is no JSON', new JsonApiError({ status: '409', detail: secret, meta: { n: 1n } })],
    ['the brand alone', { [Symbol.for('linkage.JsonApiError')]: true }],
    [
      'a trap',
      new Proxy(
        {},
        {
          has() {
            throw new Error(secret);
          },
        },
      ),
    ],
  ])('%s becomes a bare 500 with an id', (_, thrown) => {
    const document = documentOf(thrown);
    expect(document.errors).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: '500',
        code: 'INTERNAL_ERROR',
        title: 'The server failed to answer',
        detail: 'The failure has been recorded under this id.',
      },
    ]);
  });
});

describe('onError', () => {
  const failure = new Error(secret);
  const failing = (onError: ServerOptions['onError']) =>
    createServer(
      blog,
      {
        ...blogSources(),
        articles: {
          list() {
            throw failure;
          },
        },
      },
      { onError },
    );

  test('hears of the failure with the id that the client got', async () => {
    const heard: unknown[] = [];
    const { document } = await send(
      failing((error, id) => heard.push(error, id)),
      'GET /articles',
    );
    expect(heard).toEqual([failure, document.errors[0].id]);
  });

  test('hears nothing of what a client did wrong', async () => {
    const heard: unknown[] = [];
    await send(
      failing((error) => heard.push(error)),
      'GET /articles?nope=1',
    );
    expect(heard).toEqual([]);
  });

  test.each<[string, () => void]>([
    [
      'at once',
      () => {
        throw new Error('hook');
      },
    ],
    ['later', async () => Promise.reject(new Error('hook'))],
  ])('may fail %s: the client gets its answer', async (_, hook) => {
    expect((await send(failing(hook), 'GET /articles')).status).toBe(500);
  });
});
