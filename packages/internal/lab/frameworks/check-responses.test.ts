import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { respond } from '../../../../docs/examples/frameworks/web.ts';
import { attackAll, compareResponses } from './check-responses.ts';
import { differences } from './compare.ts';
import { type FrameworkResponse, sendFetch, sendTo } from './exchange.ts';
import { startFramework } from './frameworks.ts';
import { readResponses } from './raw.ts';

const sent = { title: 'a', method: 'GET', target: '/api' };
const response: FrameworkResponse = { status: 200, headers: { vary: 'Accept', etag: '"a"' }, body: '{}' };

describe('a response differs', () => {
  test.each<[string, FrameworkResponse, readonly string[]]>([
    ['in nothing', response, []],
    [
      'in fields of the transport only',
      { ...response, headers: { ...response.headers, date: 'x', 'content-length': '2' } },
      [],
    ],
    [
      'in CORS only',
      { ...response, headers: { ...response.headers, vary: 'Origin, accept', 'access-control-x': '1' } },
      [],
    ],
    ['in its status', { ...response, status: 500 }, ['status: 500 instead of 200']],
    ['in its body', { ...response, body: '' }, ['body: "" instead of "{}"']],
    [
      'in a field more',
      { ...response, headers: { ...response.headers, 'x-powered-by': 'x' } },
      ['headers: {"etag":"\\"a\\"","vary":"accept","x-powered-by":"x"} instead of {"etag":"\\"a\\"","vary":"accept"}'],
    ],
    [
      'in a field less',
      { ...response, headers: { vary: 'Accept' } },
      ['headers: {"vary":"accept"} instead of {"etag":"\\"a\\"","vary":"accept"}'],
    ],
    [
      'in a wrong length',
      { ...response, headers: { ...response.headers, 'content-length': '5' } },
      ['content-length 5 of 2'],
    ],
  ])('%s', (_, given, expected) => {
    expect(differences(sent, given, response)).toEqual(expected);
  });
});

test('responses of one connection are distinguished', () => {
  const text =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 404 Not Found\r\nA: b\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\nHTTP/1.1 204 No Content\r\nA: b\r\n\r\nHTTP/1.1 400 Bad\r\n\r\nrest';
  expect(readResponses(text).map(({ status, body }) => [status, body])).toEqual([
    [100, ''],
    [200, '{}'],
    [404, 'abc'],
    [204, ''],
    [400, 'rest'],
  ]);
});

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function listen(listener: RequestListener): Promise<number> {
  const host = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => host.once('listening', resolve));
  opened.push(() => {
    host.closeAllConnections();
    host.close();
  });
  return (host.address() as AddressInfo).port;
}

describe('a broken framework is found', () => {
  const direct = sendFetch(respond);

  test('one that responds to all requests with HTML', async () => {
    const port = await listen((_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>'));
    expect(Object.keys(await compareResponses(sendTo(port), direct, {})).length).toBeGreaterThan(45);
    expect(Object.keys(await attackAll(port, {}))).toEqual(
      expect.arrayContaining(['5 MB', 'an encoded slash', 'dots']),
    );
  });

  test('one that shows the stack of an error', async () => {
    const stack = 'TypeError: x\n    at find (file:///srv/list.ts:1:2)';
    const body = JSON.stringify({ errors: [{ status: '404', detail: stack }] });
    const port = await listen((_, response) =>
      response.writeHead(404, { 'Content-Type': 'application/vnd.api+json', Connection: 'close' }).end(body),
    );
    const found = await attackAll(port, {});
    expect(found['an encoded slash']).toEqual(['404 leaks a frame of a stack: at find (']);
  });

  test('one that loses Vary', async () => {
    const lossy = sendFetch(async (request) => {
      const response = await respond(request);
      response.headers.delete('Vary');
      return response;
    });
    expect(Object.keys(await compareResponses(lossy, direct, {})).length).toBeGreaterThan(45);
  });

  test('an exception that is not needed', async () => {
    const { send, close } = await startFramework('web', { respond });
    opened.push(close);
    expect(await compareResponses(send, direct, { 'a collection': 'none' })).toMatchObject({
      'a collection': ['additions.ts has an exception that is not needed'],
    });
  });
});
