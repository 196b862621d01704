import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../../core/test/runs.ts';
import { explorerFiles, toExplorerHandler } from '../src/index.ts';
import { createExplorerHost } from '../src/serve.ts';

let origin: string;
let port: number;
const received: { method: string | undefined; url: string | undefined; headers: object; body: string }[] = [];

const foreign = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ method: request.method, url: request.url, headers: request.headers, body });
  response.writeHead(201, { 'Content-Type': 'application/vnd.api+json', ETag: '"1"' }).end('{"data":null}');
});
let host: ReturnType<typeof createExplorerHost>;

beforeAll(async () => {
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const api = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/v1/`;
  host = createExplorerHost({ api, description: undefined, writes: true });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  port = (host.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  host.close();
  foreign.close();
});

/** The headers that browsers send with a request of a script of the page. */
const ofPage = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' };

test('the command forwards requests to the API, with their documents and headers', async () => {
  const response = await fetch(`${origin}/api/articles?sort=title`, {
    method: 'POST',
    headers: { ...ofPage, 'Content-Type': 'application/vnd.api+json', Authorization: 'Bearer a', Origin: origin },
    body: '{"data":{}}',
  });
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([201, '"1"', '{"data":null}']);
  expect(received.at(-1)).toMatchObject({
    method: 'POST',
    url: '/v1/articles?sort=title',
    body: '{"data":{}}',
    headers: { 'content-type': 'application/vnd.api+json', authorization: 'Bearer a' },
  });
  expect(received.at(-1)?.headers).not.toHaveProperty('origin');
});

test('a host that only reads forwards no request that changes data', async () => {
  const api = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/v1`;
  const reading = createExplorerHost({ api, description: `${api}/description`, writes: false });
  await new Promise<void>((resolve) => reading.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(reading.address() as AddressInfo).port}`;
  const before = received.length;
  for (const method of ['POST', 'PATCH', 'DELETE', 'PUT', 'QUERY']) {
    for (const path of ['/api/articles', '/api', '/description.json']) {
      const response = await fetch(root + path, { method, headers: ofPage });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
      expect(await response.text()).toContain('--read-only');
    }
  }
  expect(received.length).toBe(before);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect((await fetch(`${root}/api/articles`, { method, headers: ofPage })).status).toBe(201);
    expect(received.at(-1)?.method).toBe(method);
  }
  reading.close();
});

/** `fetch` does not let a test choose these headers. */
function statusFor(path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another name of the host', { host: 'evil.example' }, 403],
  ['another site, with a path that is not a URL', { 'sec-fetch-site': 'cross-site' }, 403, '//'],
  ['a person, with a path that is not a URL', {}, 404, '//'],
  ['the page itself', ofPage, 201],
  ['a person who opens a document of the API', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 403],
  ['a program', {}, 403],
  ['a link of the page', { ...ofPage, 'sec-fetch-dest': 'document' }, 403],
  ['a frame', { ...ofPage, 'sec-fetch-dest': 'iframe' }, 403],
  ['a script element', { ...ofPage, 'sec-fetch-dest': 'script' }, 403],
  ['a picture', { ...ofPage, 'sec-fetch-dest': 'image' }, 403],
  ['a worker', { ...ofPage, 'sec-fetch-dest': 'worker' }, 403],
  ['another site of the same machine', { ...ofPage, 'sec-fetch-site': 'same-site' }, 403],
  ['a page whose description is opened', { 'sec-fetch-site': 'none' }, 404, '/description.json'],
  ['a person who opens the page', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 200, '/'],
  ['a service worker', { ...ofPage, 'service-worker': 'script' }, 403],
  ['a service worker of the page', { 'sec-fetch-site': 'same-origin', 'service-worker': 'script' }, 403, '/'],
  ['a service worker of a browser', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'serviceworker' }, 403, '/'],
])('a request from %s', async (_, headers, status, path = '/api/articles') => {
  expect(await statusFor(path, headers)).toBe(status);
});

test('the command prints the address on which it listens', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'http://127.0.0.1:1/api', '--port', '0', '--no-open']);
  try {
    const [printed] = await once(child.stdout, 'data');
    const url = /at (http:\S+)/.exec(String(printed))?.[1] ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect((await fetch(url)).status).toBe(200);
  } finally {
    child.kill();
  }
});

/** Runs the command until it ends, or has printed a string. */
async function runCommand(
  args: readonly string[],
  until: RegExp = /(?!)/,
): Promise<{ readonly out: string; readonly error: string; readonly code: number | null }> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, ...args]);
  let [out, error] = ['', ''];
  const end = (): void => {
    if (until.test(out + error)) child.kill();
  };
  child.stdout.on('data', (text) => {
    out += text;
    end();
  });
  child.stderr.on('data', (text) => {
    error += text;
    end();
  });
  const [code] = await once(child, 'close');
  return { out, error, code };
}

const wrongCalls: readonly (readonly [args: readonly string[], message: string])[] = [
  [[], 'Pass the URL of the API, such as http://localhost:3000/api.'],
  [['http://localhost/a', 'http://localhost/b'], '"http://localhost/b" is a second one.'],
  [['localhost:3000/api'], 'Did you mean http://localhost:3000/api?'],
  [['http://localhost/a', '--port', '80x'], '--port must be a number of 0 to 65535, but it is "80x".'],
  [['http://me:secret@localhost/a'], 'The URL of localhost must not contain credentials.'],
  [['http://localhost/a?page=1#x'], 'omit "?page=1#x".'],
  [['http://localhost/a', '--prot', '80'], "Unknown option '--prot'"],
];
test.each(someOf(wrongCalls, 7))('the command with %j says what is wrong', async (args, message) => {
  const { error, code } = await runCommand(args);
  expect([error, code]).toEqual([expect.stringContaining(message), 2]);
  expect(error).not.toContain('secret');
});

test.skipIf(!isLong)(`the command prints its version, and its help without colors${skippedInShort}`, async () => {
  expect((await runCommand(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  const { out, code } = await runCommand(['--help']);
  expect([out, code]).toEqual([expect.stringContaining('--read-only'), 0]);
  expect(out).not.toContain('\u001b');
});

test.skipIf(!isLong)(`a port that is in use is an error if the user has chosen it${skippedInShort}`, async () => {
  const { error, code } = await runCommand(['http://127.0.0.1:1/api', '--port', `${port}`]);
  expect([error, code]).toEqual([`Port ${port} is in use. Choose another one, or omit --port for a free one.\n`, 1]);
});

test.skipIf(!isLong)(`the command says that the API does not respond yet${skippedInShort}`, async () => {
  const { out, error } = await runCommand(['http://127.0.0.1:9/api', '--port', '0'], /ECONNREFUSED|bad port/);
  expect(out).not.toContain('\u001b');
  expect(error).toContain('The API does not respond yet. ');
});

test('a path outside of the API is 404, and an API that cannot be reached is 502', async () => {
  expect((await fetch(`${origin}/other`)).status).toBe(404);
  const lost = createExplorerHost({ api: 'http://127.0.0.1:1/', description: undefined, writes: true });
  await new Promise<void>((resolve) => lost.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(lost.address() as AddressInfo).port}/api/articles`, {
    headers: ofPage,
  });
  lost.close();
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('http://127.0.0.1:1/articles cannot be reached');
});

test('a handler serves the page and its files, and nothing else', async () => {
  const handle = toExplorerHandler('/explorer', { api: 'https://api.example.com/v1', title: '<b>"A"' });
  const response = handle(new Request('https://example.com/explorer'));
  const html = (await response?.text()) ?? '';
  expect(response?.headers.get('Content-Security-Policy')).toContain("connect-src 'self' https://api.example.com;");
  expect(response?.headers.get('Content-Security-Policy')).not.toContain('unsafe');
  expect(html).toContain('<title>&lt;b&gt;&quot;A&quot;</title>');
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=/);
  const script = /src="([^"]+)"/.exec(html)?.[1] ?? '';
  const file = handle(new Request(`https://example.com${script}`, { method: 'HEAD' }));
  expect([file?.status, file?.headers.get('Cache-Control'), await file?.text()]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    '',
  ]);
  expect(handle(new Request('https://example.com/explorer/other'))).toBeUndefined();
  expect(handle(new Request('https://example.com/explorer', { method: 'POST' }))).toBeUndefined();
});

test.each([
  ['/explorer', {}, /`api` must be the URL of the API/],
  ['explorer', { api: '/api' }, /`path` must be a path that begins with a slash/],
  ['/explorer', { api: 'javascript:alert(1)' }, /`api` must be a path or an http URL/],
  ['/explorer', { api: '/api', description: 'file:///etc' }, /`description` must be a path or an http URL/],
  ['/explorer', { api: '/api', proxy: '//evil.example' }, /`proxy` must be a path that begins with one slash/],
  ['/explorer', { api: '/api', write: false }, /unknown option "write".*`writes`/],
])(
  'explorerFiles(%j, %j) is a TypeError, and toExplorerHandler names itself in the error',
  (path, options, message) => {
    expect(() => explorerFiles(path, options as never)).toThrow(message);
    expect(() => toExplorerHandler(path, options as never)).toThrow(message);
    expect(() => toExplorerHandler(path, options as never)).toThrow(/^toExplorerHandler: /);
  },
);

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

test.each([
  [browser, 'page', 'page'],
  ['text/html', 'page', 'page'],
  ['text/html, application/vnd.api+json;q=0.5', 'page', 'page'],
  ['text/*', 'page', 'page'],
  ['text/html;q=0.5, application/vnd.api+json', 'API', 'API'],
  ['text/html, application/vnd.api+json', 'API', 'API'],
  ['application/vnd.api+json', 'API', 'API'],
  ['application/vnd.api+json;ext="https://example.com/a,text/html"', 'API', 'API'],
  ['Application/Vnd.Api+Json', 'API', 'API'],
  ['*/*', 'API', 'page'],
  [undefined, 'API', 'page'],
  ['application/json', 'API', 'page'],
  ['text/html;q=0', 'API', 'page'],
  ['text/html;q=x', 'API', 'page'],
  [`${'"\\'.repeat(2000)}, text/html`, 'API', 'page'],
])('Accept: %s at a URL that is also that of the API gets the %s, and at another URL the %s', (accept, shared, own) => {
  const answer = (path: string, api: string): string => {
    const request = new Request(`https://example.com${path}`, accept === undefined ? {} : { headers: { accept } });
    return toExplorerHandler(path, { api })(request) === undefined ? 'API' : 'page';
  };
  expect([answer('/api', '/api'), answer('/', '/'), answer('/api', 'http://example.com/api/')]).toEqual([
    shared,
    shared,
    shared,
  ]);
  expect([answer('/explorer', '/'), answer('/', 'https://api.example.com')]).toEqual([own, own]);
});

test('at the URL of the API, the script of the page is served to every Accept of browsers', () => {
  const handle = toExplorerHandler('/', { api: '/' });
  const html = new Request('https://example.com/', { headers: { accept: browser } });
  return handle(html)
    ?.text()
    .then((text) => {
      const script = /src="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(handle(new Request(`https://example.com${script}`, { headers: { accept: '*/*' } }))?.status).toBe(200);
    });
});
