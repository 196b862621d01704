import { describe, expect, test } from 'vitest';
import { requestOf } from '../../test/http-requests.ts';
import { pointersBelow } from '../error/pointers-below.ts';
import { defineProfile, errorObject, JsonApiError, validateDocument } from '../index.ts';
import { errorDocument } from './error-document.ts';
import { errorResponse } from './error-response.ts';

const media = 'application/vnd.api+json';
const secret = 'password=hunter2';
const notFound = errorObject('NOT_FOUND', 'Gone.');
const request = requestOf('GET /articles/1');
const silent = { onError: () => undefined };

describe('errorResponse', () => {
  test('a JsonApiError: its errors, its status, its headers', () => {
    const error = new JsonApiError(notFound, { headers: { 'Retry-After': '1', Vary: 'X' }, cause: secret });
    expect(errorResponse(error, request)).toEqual({
      status: 404,
      headers: { 'Content-Type': media, Vary: 'Accept', 'Cache-Control': 'no-store', 'Retry-After': '1' },
      body: JSON.stringify({ jsonapi: { version: '1.1' }, errors: [notFound] }),
    });
  });

  test.each<[string, unknown]>([
    ['an error', new Error(secret)],
    ['a text', secret],
    ['undefined', undefined],
    ['an error with errors of its own', Object.assign(new Error(secret), { errors: [{ detail: secret }] })],
    ['a JsonApiError without errors', Object.assign(new JsonApiError(notFound), { errors: [] })],
    ['a header that cannot be sent', new JsonApiError(notFound, { headers: { 'X-A': `\n${secret}` } })],
    ['a value that JSON lacks', new JsonApiError({ ...notFound, meta: { size: 1n } as never })],
  ])('%s becomes a bare 500, whose id `onError` receives', (_, thrown) => {
    const heard: unknown[] = [];
    const { status, body = '' } = errorResponse(thrown, request, { onError: (error, id) => heard.push(error, id) });
    expect(status).toBe(500);
    expect(body).not.toContain(secret);
    expect(validateDocument(JSON.parse(body)).issues).toBeUndefined();
    const { errors } = JSON.parse(body);
    expect(errors).toEqual([expect.objectContaining({ code: 'INTERNAL_ERROR', id: heard[1] })]);
  });

  test.each<[string, object, status: number, error: object]>([
    ['a body that is too large', { status: 413, type: 'entity.too.large' }, 413, { code: 'BODY_TOO_LARGE' }],
    ['JSON that is not valid', { status: 400, type: 'entity.parse.failed' }, 400, { code: 'INVALID_JSON' }],
    ['an error that clients can know', { statusCode: 401, expose: true }, 401, { title: 'The request failed' }],
    ['the status of a response from elsewhere', { status: 404 }, 500, { code: 'INTERNAL_ERROR' }],
  ])('of a framework: %s', (_, members, status, error) => {
    const response = errorResponse(Object.assign(new Error(secret), members), request, silent);
    expect(response.body).not.toContain(secret);
    expect([response.status, JSON.parse(response.body ?? '').errors]).toEqual([
      status,
      [expect.objectContaining(error)],
    ]);
  });

  test('a path that cannot be decoded is the mistake of the client; another text that cannot, of the application', () => {
    const codeOf = (members: object) => {
      const { status, body = '' } = errorResponse(Object.assign(new URIError(secret), members), request, silent);
      expect(body).not.toContain(secret);
      return [status, JSON.parse(body).errors[0].code];
    };
    expect(codeOf({ status: 400 })).toEqual([400, 'URL_INVALID']);
    expect(codeOf({})).toEqual([500, 'INTERNAL_ERROR']);
  });

  test('an `onError` that throws does not change the response', () => {
    const onError = () => {
      throw new Error('x');
    };
    expect(errorResponse(new Error(secret), request, { onError }).status).toBe(500);
  });

  test('has the negotiated media type, unless the request cannot be negotiated', () => {
    const profiles = [defineProfile({ uri: 'https://example.com/profiles/a' })];
    const typeFor = (accept: string) => {
      const { headers, body = '' } = errorResponse(
        new JsonApiError(notFound),
        requestOf('GET /', undefined, { accept }),
        { profiles },
      );
      return [headers['Content-Type'], JSON.parse(body).jsonapi];
    };
    const withProfile = `${media}; profile="https://example.com/profiles/a"`;
    expect(typeFor(withProfile)).toEqual([
      withProfile,
      { version: '1.1', profile: ['https://example.com/profiles/a'] },
    ]);
    expect(typeFor('text/html')).toEqual([media, { version: '1.1' }]);
  });

  test('HEAD has no body, and 415 names what a write accepts', () => {
    expect(errorResponse(new JsonApiError(notFound), requestOf('HEAD /'))).not.toHaveProperty('body');
    const unsupported = new JsonApiError(errorObject('CONTENT_TYPE_UNSUPPORTED', 'x'));
    expect(errorResponse(unsupported, requestOf('POST /')).headers).toMatchObject({ 'Accept-Post': media });
    expect(errorResponse(unsupported, requestOf('PATCH /')).headers).toMatchObject({ 'Accept-Patch': media });
  });

  test('has at most `limits.errors` errors, and says so', () => {
    const many = new JsonApiError(Array(30).fill(notFound));
    const sizeOf = (limits?: object) => {
      const { errors, meta } = JSON.parse(errorResponse(many, request, { ...silent, limits }).body ?? '');
      return [errors.length, meta];
    };
    expect(sizeOf()).toEqual([20, { errors: { truncated: true, limit: 20 } }]);
    expect(sizeOf({ errors: 2 })).toEqual([2, { errors: { truncated: true, limit: 2 } }]);
  });

  test('reading a request that is not one does not throw', () => {
    expect(errorResponse(new JsonApiError(notFound), {} as never).status).toBe(404);
  });
});

test('errorDocument has the members that are defined', () => {
  expect(errorDocument([notFound])).toEqual({ errors: [notFound] });
  expect(errorDocument([notFound], { jsonapi: { version: '1.1' }, meta: undefined })).toEqual({
    jsonapi: { version: '1.1' },
    errors: [notFound],
  });
  expect(() => errorDocument([notFound], { data: null } as never)).toThrow('errorDocument: unknown member "data"');
});

test.each([
  ['a pointer', { pointer: '/data/id' }, '/atomic:operations/1/data/id'],
  ['a parameter', { parameter: 'sort' }, '/atomic:operations/1'],
  ['nothing', undefined, '/atomic:operations/1'],
])('pointersBelow: %s', (_, source, pointer) => {
  const error = new JsonApiError({ ...notFound, ...(source && { source }) }, { headers: { 'X-A': '1' } });
  expect(pointersBelow('/atomic:operations/1', error)).toMatchObject({
    status: 404,
    headers: { 'X-A': '1' },
    errors: [{ source: { pointer } }],
  });
});
