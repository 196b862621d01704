/** The commands read within limits, and print nothing that drives the terminal or the CI. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { someOf } from '../../../core/test/runs.ts';
import { runsWith } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-limits-'));
const file = (name: string): string => join(folder, name);
const hosts: Server[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) {
    host.closeAllConnections();
    host.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const host = createServer(answer).listen(0, '127.0.0.1');
  hosts.push(host);
  await new Promise((resolve) => host.once('listening', resolve));
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

const MIB = 1024 * 1024;
const spaces = Buffer.alloc(MIB, ' ');
const bomb = gzipSync(Buffer.alloc(100 * MIB, ' '));

const run = runsWith(function* () {
  for (;;) yield spaces;
});

writeFileSync(file('samples.json'), JSON.stringify({ types: { articles: {} } }));
const commands: readonly (readonly [string, (url: string) => readonly string[]])[] = [
  ['validate', (url) => ['validate', url]],
  ['init', (url) => ['init', url, '--types', 'articles']],
  ['init --openapi', (url) => ['init', 'http://127.0.0.1:1', '--openapi', url]],
  ['conform', (url) => ['conform', url, '--samples', file('samples.json')]],
  ['conform --samples', (url) => ['conform', 'http://127.0.0.1:1', '--samples', url]],
];

describe.each(someOf(commands, 5))('%s', (_, args) => {
  test('a body that never ends: 2, and reading stops', async () => {
    let sent = 0;
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
      const more = (): void => {
        sent += MIB;
        if (!response.destroyed && sent < 2000 * MIB) response.write(spaces, more);
      };
      more();
    });
    expect((await run(...args(url))).status).toBe(2);
    expect(sent / MIB).toBeLessThan(400);
  });

  test('a small body that becomes a large one: 2', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.api+json', 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    const { status, error } = await run(...args(url));
    expect([status, error]).toEqual([2, expect.stringMatching(/more than 64 MiB|no response/)]);
  });
});

test('endless standard input and an endless file: 2', async () => {
  expect(await run('validate', '-')).toMatchObject({ status: 2, error: expect.stringContaining('more than 64 MiB') });
  expect(await run('validate', '/dev/zero')).toMatchObject({ status: 2, error: expect.stringContaining('64 MiB') });
});

test('a server that does not respond: `init` and `conform` end after the time of `--timeout`', async () => {
  const url = await listen(() => undefined);
  const time = ['--timeout', '0.2'];
  expect((await run('init', url, '--types', 'a,b,c,d,e,f', ...time)).status).toBe(2);
  const { status, error } = await run('conform', url, '--samples', file('samples.json'), ...time);
  expect([status, error]).toEqual([2, expect.stringContaining('There was no response in 200 ms')]);
});

test('headers of the user are not sent to the origin that a URL redirects to', async () => {
  const seen: unknown[] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers['x-api-key']);
    response.end('{"data":null}');
  });
  const url = await listen((request, response) => {
    if (request.url === '/own') response.writeHead(302, { location: '/there' }).end();
    else if (request.url === '/there')
      response.end(JSON.stringify({ data: null, meta: { key: request.headers['x-api-key'] } }));
    else response.writeHead(302, { location: other }).end();
  });
  const header = ['--header', 'X-Api-Key: secret'];
  const rejected = await run('validate', `${url}/other`, ...header);
  expect([rejected.status, rejected.error]).toEqual([2, expect.stringContaining('which headers are not sent to')]);
  expect(seen).toEqual([]);
  expect((await run('validate', `${url}/own`, ...header)).status).toBe(0);
  expect((await run('validate', `${url}/other`)).status).toBe(0);
  expect(seen).toEqual([undefined]);
});

const ESC = '\u001b';
const HOSTILE = `x\n::add-mask::y\n##[error]z${ESC}]52;c;cm0=\u0007\u202e<script>&`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed.
const driving = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]|^\s*::|##\[/m;

describe('hostile data', () => {
  test.each([[], ['--json']])('validate %j', async (...more) => {
    writeFileSync(file('hostile.json'), JSON.stringify({ data: { type: HOSTILE, id: 1, [HOSTILE]: 1 }, [HOSTILE]: 1 }));
    const { status, out } = await run('validate', file('hostile.json'), ...more.flat());
    expect(status).toBe(1);
    expect(out).not.toMatch(driving);
    expect(out).toContain('\\u001b]52;c;');
  });

  test('validate of a text that is not JSON', async () => {
    writeFileSync(file('broken.json'), `{"a": ${HOSTILE}`);
    expect((await run('validate', file('broken.json'))).error).not.toMatch(driving);
  });

  test('conform: text, JSON, JUnit, and HTML', async () => {
    const url = await listen((request, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
      const self = `http://[::1]/${encodeURIComponent(HOSTILE)}`;
      const resource = { type: 'articles', id: HOSTILE, attributes: { [HOSTILE]: HOSTILE }, links: { self } };
      const data = request.url === '/articles' ? [resource, { type: HOSTILE, id: '2' }] : resource;
      response.end(JSON.stringify({ data, links: { self: HOSTILE }, [HOSTILE]: 1 }));
    });
    const args = ['conform', url, '--samples', file('samples.json'), '--only', 'FET,DOC,RES'];
    const { out, error } = await run(...args, '--junit', file('h.xml'), '--html', file('h.html'));
    expect([out, error]).toEqual([expect.stringContaining('Failures'), expect.anything()]);
    for (const text of [out, error, readFileSync(file('h.xml'), 'utf8'), readFileSync(file('h.html'), 'utf8')]) {
      expect(text).not.toMatch(driving);
    }
    expect(readFileSync(file('h.xml'), 'utf8') + readFileSync(file('h.html'), 'utf8')).not.toContain('<script>');
    const json = await run(...args, '--json', '--quiet');
    expect(json.out).not.toMatch(driving);
    expect(JSON.stringify(JSON.parse(json.out))).toContain(JSON.stringify(HOSTILE).slice(1, 40));
  });

  test('init', async () => {
    const url = await listen((_request, response) => response.writeHead(404).end(HOSTILE));
    const { status, error } = await run('init', url, '--types', HOSTILE);
    expect(status).toBe(2);
    expect(error).not.toMatch(driving);
  });
});
