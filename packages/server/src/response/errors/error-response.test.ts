import { type ErrorHooks, type ErrorObject, errorObject, JsonApiError, validateDocument } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { errorResponse } from './error-response.ts';

const secret = 'password=hunter2';

const request = { method: 'GET', url: '/articles', headers: {} };

function documentOf(thrown: unknown, most = 20): { errors: Record<string, unknown>[]; [member: string]: unknown } {
  return JSON.parse(errorResponse(thrown, request, { most }).body ?? '');
}

describe('errorResponse', () => {
  test('a JsonApiError: its errors, its status, its headers', () => {
    const error = new JsonApiError(errorObject('NOT_FOUND', 'Gone.'), { headers: { 'X-Odd': '1' }, cause: secret });
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

  test('contains at most the allowed number of errors, and the status of all of them (ERR-04)', () => {
    const error = new JsonApiError([
      ...Array(30).fill(errorObject('NOT_FOUND', 'x')),
      errorObject('TYPE_CONFLICT', 'y'),
    ]);
    expect(documentOf(error, 5).errors.length).toBe(5);
    expect(errorResponse(error, request, { most: 5 }).status).toBe(400);
  });

  test('ERR-10 an error without a status gets one', () => {
    expect(documentOf(new JsonApiError({ title: 'x' })).errors).toEqual([
      { id: expect.any(String), title: 'x', status: '500' },
    ]);
  });

  test('omits members that are not part of an error object', () => {
    const error = new JsonApiError(Object.assign({ ...errorObject('NOT_FOUND', 'x') }, { stack: secret }));
    expect(JSON.stringify(documentOf(error))).not.toContain(secret);
  });

  test.each<[string, unknown]>([
    ['an error', new Error(secret)],
    ['a text', secret],
    ['undefined', undefined],
    ['null', null],
    ['an object that looks like an error object', { status: 404, errors: [{ detail: secret }] }],
    ['an error of errors', new AggregateError([new Error(secret)], secret)],
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
        title: 'Internal server error',
        detail: 'The server has recorded the failure under this `id`.',
      },
    ]);
  });
});

/** An error as an untyped user, or another version of the library, makes it. */
function malformed(members: object): unknown {
  return Object.assign(new Error('made elsewhere'), {
    [Symbol.for('linkage.JsonApiError')]: true,
    headers: {},
    ...members,
  });
}

function answerTo(thrown: unknown, hooks?: ErrorHooks) {
  const heard: unknown[] = [];
  const response = errorResponse(thrown, request, { most: 20, hooks, report: (error) => heard.push(error) });
  const document = JSON.parse(response.body ?? '');
  return { response, document, errors: document.errors, heard: heard as Error[] };
}

describe('error objects are checked (ERR-03 to ERR-18)', () => {
  const about = 'https://example.com/about';
  test.each<[what: string, given: object, left: object, problem: string]>([
    [
      'a numeric status',
      { status: 404, title: 'x' },
      { status: '404', title: 'x' },
      '/errors/0/status must be a string',
    ],
    [
      'a numeric id',
      { status: '404', id: 5 },
      { status: '404', id: '5' },
      '/errors/0/id must be a string, but it is 5.',
    ],
    ['a bigint as id', { status: '404', id: 5n }, { status: '404', id: '5' }, '/errors/0/id must be a string'],
    [
      'a status of success',
      { status: '200' },
      { status: '500' },
      '/errors/0/status must be the status of an HTTP error',
    ],
    ['a detail that is not a text', { status: '404', detail: {} }, { status: '404' }, '/errors/0/detail'],
    ['a null title', { status: '404', title: null }, { status: '404' }, '(rule error-strings)'],
    ['a link that is not a URL', { status: '404', links: { about: 'no url' } }, { status: '404' }, '(rule link-url)'],
    [
      'an undefined link',
      { status: '404', links: { about, up: '/' } },
      { status: '404', links: { about } },
      '/errors/0/links/up',
    ],
    ['links that are not an object', { status: '404', links: '/' }, { status: '404' }, '(rule links-object)'],
    [
      'a link object with two faults, which is removed once',
      { status: '404', links: { about: { href: 5, rel: 5 } } },
      { status: '404' },
      '/errors/0/links/about/href',
    ],
    ['a link object without href', { status: '404', links: { type: {} } }, { status: '404' }, '(rule link-href)'],
    [
      'a pointer that is none',
      { status: '404', source: { pointer: 'data', header: 'Accept' } },
      { status: '404', source: { header: 'Accept' } },
      '(rule error-pointer)',
    ],
    ['more in the source', { status: '404', source: { stack: secret } }, { status: '404' }, '(rule defined-members)'],
    ['meta that is not an object', { status: '404', meta: [1] }, { status: '404' }, '(rule meta-object)'],
    [
      'meta that is not JSON',
      { status: '409', meta: { n: 1n } },
      { status: '409' },
      '/errors/0/meta must be a JSON value.',
    ],
  ])('%s', (_, given, left, problem) => {
    const thrown = new JsonApiError(given as ErrorObject);
    const { response, document, errors, heard } = answerTo(thrown);
    expect(errors).toEqual([left]);
    expect(String(response.status)).toBe((left as { status: string }).status);
    expect(validateDocument(document, { as: 'response' }).issues).toBe(undefined);
    expect(heard).toEqual([expect.any(TypeError)]);
    expect(heard[0]).toMatchObject({ message: expect.stringContaining(problem), cause: thrown });
  });

  test('omits an id that an earlier error has (ERR-06)', () => {
    const { errors, heard } = answerTo(new JsonApiError([{ id: 'a' }, { id: 'a', title: 'x' }, { id: 'b' }]));
    expect(errors).toEqual([
      { status: '500', id: 'a' },
      { status: '500', title: 'x' },
      { status: '500', id: 'b' },
    ]);
    expect(heard[0]?.message).toContain('/errors/1/id');
    expect(heard[0]?.message).toContain('(rule unique-error-ids)');
  });

  test.each<[unknown, number]>([
    [200, 500],
    [399, 500],
    [600, 500],
    [404.5, 500],
    ['404', 404],
    [['404'], 500],
    [undefined, 500],
    [null, 500],
  ])('the status %j of the whole is answered with %i', (status, expected) => {
    const { response, errors } = answerTo(malformed({ status, errors: [{ status: '422' }] }));
    expect([response.status, errors]).toEqual([expected, [{ status: '422' }]]);
  });

  test('omits invalid error objects; if none is left, responds with a generic 500 and calls onError', () => {
    const some = answerTo(malformed({ status: 404, errors: [null, 'x', { status: '404' }] }));
    expect([some.response.status, some.errors]).toEqual([404, [{ status: '404' }]]);
    for (const errors of [[], [null], 'x', undefined, { length: 1 }]) {
      const { response, document, heard } = answerTo(malformed({ status: 404, errors }));
      expect([response.status, document.errors[0].code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(heard).toEqual([expect.any(TypeError)]);
      expect(heard[0]).toMatchObject({
        message: '`errors` of a JsonApiError must be an array with at least one error object.',
        cause: { message: 'made elsewhere' },
      });
    }
  });

  test('omits headers that the server sets; an invalid field causes a generic 500', () => {
    const headers = { 'Retry-After': 5, 'content-type': 'text/html', 'Content-Length': '1' };
    const thrown = malformed({ status: 503, errors: [{ status: '503' }], headers });
    const { response, heard } = answerTo(thrown);
    expect([response.status, heard]).toEqual([503, [thrown]]);
    expect(Object.keys(response.headers).sort()).toEqual(['Cache-Control', 'Content-Type', 'Retry-After', 'Vary']);
    expect(response.headers['Retry-After']).toBe('5');
    const odd = new JsonApiError({ status: '404' }, { headers: { Odd: 'a\r\nSet-Cookie: b' } });
    const failed = answerTo(odd);
    expect([failed.response.status, failed.response.headers.Odd]).toEqual([500, undefined]);
    expect(failed.heard[0]).toMatchObject({ message: expect.stringContaining('header "Odd"'), cause: odd });
  });

  test('an error of another copy of the library can lack headers', () => {
    const { response, errors, heard } = answerTo(
      malformed({ status: 404, errors: [{ status: '404' }], headers: undefined }),
    );
    expect([response.status, errors, heard]).toEqual([404, [{ status: '404' }], []]);
  });

  test('if the hooks cannot read the request, the response contains the error, and onError receives both failures', () => {
    const [failure, unreadable] = [new Error(secret), new Error('It cannot be read.')];
    const broken = {
      method: 'GET',
      url: '/articles',
      get headers(): never {
        throw unreadable;
      },
    };
    const heard: unknown[] = [];
    const report = (error: unknown, id: string) => heard.push(error, id);
    const { status, body = '' } = errorResponse(failure, broken, { most: 20, hooks: { id: () => 'a' }, report });
    const { errors } = JSON.parse(body);
    expect([status, errors]).toMatchObject([500, [{ status: '500', code: 'INTERNAL_ERROR' }]]);
    expect(heard).toEqual([unreadable, expect.any(String), failure, errors[0].id]);
  });

  test('hooks receive frozen errors', () => {
    const id: ErrorHooks['id'] = (error) => {
      (error.links as Record<string, unknown>).about = 5;
      return 'a';
    };
    const { errors, heard } = answerTo(new JsonApiError({ status: '404', links: { about } }), { id });
    expect(errors).toEqual([{ status: '404', links: { about } }]);
    expect(heard).toEqual([expect.any(TypeError)]);
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

  test('receives the failure with the id in the response', async () => {
    const heard: unknown[] = [];
    const { document } = await send(
      failing((error, id) => heard.push(error, id)),
      'GET /articles',
    );
    expect(heard).toEqual([failure, document.errors[0].id]);
  });

  test('is not called for errors of the client', async () => {
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
