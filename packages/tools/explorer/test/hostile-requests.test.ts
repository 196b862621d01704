/** Requests that a browser or a page of another site can send to the command. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { serveBefore } from './listen.ts';

/** Response fields that browsers obey, for this host or for all of this machine, and one that they do not know. */
const acting: Readonly<Record<string, string>> = {
  'X-Own': 'kept',
  'Clear-Site-Data': '"*"',
  'Service-Worker-Allowed': '/',
  Refresh: '0; url=https://evil.example/',
  Link: '<https://evil.example/>; rel=preconnect',
  'Strict-Transport-Security': 'max-age=31536000',
  'Alt-Svc': 'h3="evil.example:443"',
  'WWW-Authenticate': 'Basic realm="x"',
  'Content-Security-Policy': 'default-src *; report-uri https://evil.example/',
  'Content-Security-Policy-Report-Only': 'default-src *; report-uri https://evil.example/',
  'Report-To': '{"endpoints":[{"url":"https://evil.example/"}]}',
  'Reporting-Endpoints': 'default="https://evil.example/"',
  NEL: '{"report_to":"default","max_age":1}',
  'Access-Control-Allow-Origin': '*',
  'Content-Disposition': 'attachment; filename=x.sh',
  'Accept-CH': 'Device-Memory',
  'Critical-CH': 'Device-Memory',
  'Origin-Agent-Cluster': '?1',
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Permissions-Policy': 'camera=*',
  'Speculation-Rules': '"/rules.json"',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-XSS-Protection': '1; report=https://evil.example/',
  SourceMap: 'https://evil.example/',
  'Public-Key-Pins': 'max-age=1',
  'Set-Login': 'logged-in',
  'Activate-Storage-Access': 'load',
  'Supports-Loading-Mode': 'credentialed-prerender',
  'No-Vary-Search': 'params',
  'Observe-Browsing-Topics': '?1',
};

const received: { url: string | undefined; headers: object }[] = [];
const held = new Set<ServerResponse>();
const api = createServer((request, response) => {
  const { url = '', headers } = request;
  received.push({ url, headers });
  if (url.endsWith('/held') || url.endsWith('/endless')) {
    held.add(response);
    response.on('close', () => held.delete(response));
    if (url.endsWith('/held')) return;
    const more = setInterval(() => response.write('x'.repeat(100_000)), 1);
    response.on('close', () => clearInterval(more));
  } else response.writeHead(200, { 'Set-Cookie': ['a=1', 'b=2'], ETag: '"1"', ...acting }).end('{}');
});
let host: Server;
let port: number;

beforeAll(async () => {
  const served = await serveBefore(api);
  host = served.host;
  port = Number(new URL(served.origin).port);
});
beforeEach(() => void received.splice(0));
afterAll(() => {
  host.close();
  api.close();
  host.closeAllConnections();
  api.closeAllConnections();
});

/** Sends bytes, and returns the response. Leaves when the host closes the connection, or at the given time. */
function sendRaw(
  target: string,
  fields = '',
  body = '',
  leave: Promise<unknown> = new Promise(() => undefined),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    const method = body === '' ? 'GET' : 'POST';
    const ofPage = 'Sec-Fetch-Dest: empty\r\nSec-Fetch-Site: same-origin\r\n';
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${ofPage}${fields || 'Connection: close\r\n'}\r\n${body}`,
    );
    void leave.then(() => socket.destroy());
  });
}

test.each([
  ['//', 404],
  ['///', 404],
  ['//[/', 404],
  ['//%/api/x', 404],
  ['//x:99999/', 404],
  ['//evil.example/api/x', 404],
  ['http://[', 400],
  ['https://x:99999/api', 400],
  ['*', 400],
  ['/api/../x', 404],
  ['/api/%2e%2e/x', 404],
  ['/api@evil.example/', 404],
  ['/__proto__', 404],
])('the target %s is answered, and sends nothing to the API', async (target, status) => {
  const [line] = (await sendRaw(target)).split('\r\n');
  expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(received).toEqual([]);
});

test.each([
  ['/api/..%2f..%2f', '/v1/..%2f..%2f'],
  ['/api//evil.example', '/v1//evil.example'],
  ['/api/@evil.example', '/v1/@evil.example'],
  ['http://evil.example/api/x', '/v1/x'],
])('the target %s stays below the URL of the API', async (target, url) => {
  expect(await sendRaw(target)).toMatch(/^HTTP\/1.1 200 /);
  expect(received.map((it) => it.url)).toEqual([url]);
});

test('headers of one connection are not forwarded, and cookies of the API do not become cookies of this host', async () => {
  const fields = 'Connection: close, X-Hop\r\nX-Hop: 1\r\nX-Own: 1\r\nProxy-Connection: close\r\nCookie: a=1\r\n';
  const response = await sendRaw('/api/x', fields);
  expect(received).toHaveLength(1);
  expect(Object.keys(received[0]?.headers ?? {})).toContain('x-own');
  for (const name of ['x-hop', 'cookie', 'proxy-connection']) expect(received[0]?.headers).not.toHaveProperty(name);
  expect(response).not.toMatch(/^(?:explorer-api-)?set-cookie/im);
});

test('no header of the API acts on this host: the others are only shown, and documents of the API cannot do anything', async () => {
  const [head = ''] = (await sendRaw('/api/x', 'Connection: close\r\n')).split('\r\n\r\n');
  const fields = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const others = [...fields.keys()].filter((name) => !name.startsWith('explorer-api-'));
  expect(others.sort()).toEqual([
    ...['cache-control', 'connection', 'content-security-policy', 'cross-origin-resource-policy', 'date', 'etag'],
    ...['referrer-policy', 'transfer-encoding', 'x-content-type-options'],
  ]);
  expect(fields.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect([fields.get('x-content-type-options'), fields.get('cache-control')]).toEqual(['nosniff', 'no-store']);
  for (const [name, value] of Object.entries(acting))
    expect(fields.get(`explorer-api-${name.toLowerCase()}`)).toBe(value);
});

test('a client that asks whether to send its document receives the response of the API', async () => {
  const response = await sendRaw('/api/x', 'Connection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n', '{}');
  expect(response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
});

test.each(['/api/held', '/api/endless'])('a request of a client that leaves %s ends', async (target) => {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const clients = Array.from({ length: 20 }, () => sendRaw(target, '', '', left));
  await vi.waitUntil(() => held.size === 20, { timeout: 15_000 });
  leave();
  await Promise.all(clients);
  await vi.waitUntil(() => held.size === 0, { timeout: 10_000 });
});
