import type { AddressInfo } from 'node:net';
import { validateDocument } from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from './parsing.ts';

const media = 'application/vnd.api+json';
let origin: string;
const listener = app.listen(0, '127.0.0.1');

/** Sends a request such as `GET /articles/1`, and checks what all responses have in common. */
async function send(line: string, data?: object, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = line.split(' ');
  const ofBody = data === undefined ? {} : { body: JSON.stringify({ data }) };
  const type = data === undefined ? {} : { 'content-type': media };
  const response = await fetch(origin + url, { method, headers: { ...type, ...headers }, ...ofBody });
  const text = await response.text();
  expect(response.headers.get('vary')).toBe('Accept');
  expect(response.headers.get('content-type')).toBe(text === '' && method !== 'HEAD' ? null : media);
  const document = text === '' ? undefined : JSON.parse(text);
  if (document !== undefined) {
    expect(document.jsonapi).toEqual({ version: '1.1' });
    expect(validateDocument(document, { as: 'response' }).issues).toBeUndefined();
  }
  const problems = document?.errors?.map((error: { code: string }) => error.code) ?? [];
  return { status: response.status, headers: response.headers, document, problems };
}

const hello = { type: 'articles', attributes: { title: 'Hello' } };

beforeAll(async () => {
  if (!listener.listening) await new Promise((resolve) => listener.once('listening', resolve));
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  expect((await send('POST /articles', hello)).headers.get('location')).toBe('/articles/1');
});
afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

test.each<
  [line: string, data: object | undefined, headers: Record<string, string>, status: number, problems: string[]]
>([
  ['GET /articles/1?fields[articles]=title', undefined, {}, 200, []],
  [
    'GET /articles/1?sort=id&page[banana]=3',
    undefined,
    {},
    400,
    ['PARAMETER_NOT_SUPPORTED', 'PARAMETER_NOT_SUPPORTED'],
  ],
  ['GET /articles/1?include=author', undefined, {}, 400, ['RELATIONSHIP_PATH_UNKNOWN']],
  ['GET /articles/1', undefined, { accept: 'text/html' }, 406, ['ACCEPT_UNSATISFIABLE']],
  ['GET /articles/99', undefined, {}, 404, ['NOT_FOUND']],
  ['GET /elsewhere', undefined, {}, 404, ['NOT_FOUND']],
  ['HEAD /articles/1', undefined, {}, 200, []],
  [
    'POST /articles?sort=id',
    { ...hello, attributes: { title: '' } },
    {},
    400,
    ['PARAMETER_NOT_SUPPORTED', 'ATTRIBUTE_INVALID'],
  ],
  ['POST /articles', { ...hello, type: 'people' }, {}, 409, ['TYPE_CONFLICT']],
  ['POST /articles', hello, { 'content-type': 'application/json' }, 415, ['CONTENT_TYPE_UNSUPPORTED']],
  ['POST /articles', { ...hello, id: 'x'.repeat(2_000_000) }, {}, 413, ['BODY_TOO_LARGE']],
  ['PATCH /articles/1', { ...hello, id: '2' }, {}, 409, ['ID_CONFLICT']],
  ['PATCH /articles/1', { ...hello, id: '1' }, { 'if-match': '"x"' }, 412, ['PRECONDITION_FAILED']],
  ['DELETE /articles/1?include=author', undefined, {}, 400, ['PARAMETER_NOT_SUPPORTED']],
  ['DELETE /articles/1', undefined, { 'if-match': '"x"' }, 412, ['PRECONDITION_FAILED']],
])('%s', async (line, data, headers, status, problems) => {
  const response = await send(line, data, headers);
  expect([response.status, response.problems]).toEqual([status, problems]);
});

describe('entity tags', () => {
  test('a client that has the document receives 304, and one with an old version cannot write', async () => {
    const tag = (await send('GET /articles/1')).headers.get('etag') ?? '';
    expect((await send('GET /articles/1', undefined, { 'if-none-match': tag })).status).toBe(304);
    const changed = await send('PATCH /articles/1', { ...hello, id: '1' }, { 'if-match': tag });
    expect([changed.status, changed.headers.get('etag')]).not.toContain(tag);
    expect((await send('PATCH /articles/1', { ...hello, id: '1' }, { 'if-match': tag })).status).toBe(412);
    expect((await send('GET /articles/1', undefined, { 'if-none-match': tag })).status).toBe(200);
  });

  test('a deleted resource is gone', async () => {
    const location = (await send('POST /articles', hello)).headers.get('location');
    expect((await send(`DELETE ${location}`)).status).toBe(204);
    expect((await send(`GET ${location}`)).status).toBe(404);
  });
});
