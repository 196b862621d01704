import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';

const file = sqliteFile(`
  create table user (id integer primary key, name text, password text);
  create table post (id integer primary key, title text, author_id integer references user, api_key text);
  create index post_key on post (api_key); create index user_password on user (password);
  insert into user values (1, 'Ann', 'hunter2');
  insert into post values (1, 'Hello', 1, 'key-123');
`);
let serving: Serving;
let writable: Serving;
beforeAll(async () => {
  [serving, writable] = await Promise.all([serve([file.path]), serve([file.path, '--allow-writes'])]);
});
afterAll(async () => {
  await Promise.all([serving.stop(), writable.stop()]);
  file[Symbol.dispose]();
});

const titles = (): readonly unknown[] => {
  using database = new DatabaseSync(file.path, { readOnly: true });
  return database
    .prepare('select title from post order by id')
    .all()
    .map((row) => row['title']);
};

/** Sends the bytes of a request with the token, and returns those of the response. `HOST` is the local name. */
function sendRaw(text: string, { url, token }: Serving = serving): Promise<string> {
  const { host, port } = new URL(url);
  const request = text.replaceAll('HOST', host).replaceAll('\n', '\r\n');
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${request}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
    });
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

test('a request with these bytes reaches the API', async () => {
  expect(await sendRaw('GET /api/posts HTTP/1.1\nHost: HOST')).toMatch(/^HTTP\/1\.1 200 [\s\S]*Hello/);
});

test.each([
  'GET /api/posts HTTP/1.1\nHost: evil.example',
  'GET /api/posts HTTP/1.1\nHost: evil.example\nX-Forwarded-Host: HOST',
  'GET /api/posts HTTP/1.1\nHost: evil.example\nForwarded: host=HOST',
  'GET /api/posts HTTP/1.1\nHost: evil.example\nHost: HOST',
  'GET http://evil.example/api/posts HTTP/1.1\nHost: HOST',
  'GET http://HOST/api/posts HTTP/1.1\nHost: evil.example',
  'GET /api/posts HTTP/1.1\nHost: HOST.evil.example',
  'GET /api/posts HTTP/1.1\nHost: evil.example#HOST',
  'GET /api/posts HTTP/1.1\nHost: 0.0.0.0',
  'GET /api/posts HTTP/1.1\nHost: [::ffff:127.0.0.1]',
  'GET /api/posts HTTP/1.1\nHost: localhost.',
  'GET /api/posts HTTP/1.1\nHost:',
  'GET /api/posts HTTP/1.0',
  'OPTIONS /api/posts HTTP/1.1\nHost: HOST\nOrigin: https://evil.example\nAccess-Control-Request-Method: POST',
])('the name of another host is rejected: %j', async (text) => {
  const response = await sendRaw(text);
  expect(response).toMatch(/^HTTP\/1\.1 40[03] /);
  expect(response).not.toMatch(/Hello|access-control/i);
});

test.each([
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: gopher',
  'Forwarded: host=evil.example',
  'X-Original-URL: /evil',
])('no link follows %s', async (field) => {
  const response = await sendRaw(`GET /api/posts HTTP/1.1\nHost: HOST\n${field}`);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).not.toMatch(/evil|gopher/);
});

test.each(['/?token=', '/description.json?token=', '/api/posts?token=', '//?token='])(
  'the token in the query of %s opens nothing but the page',
  async (path) => {
    const response = await fetch(`${serving.url}${path}${serving.token}`, { redirect: 'manual' });
    expect(response.status).toBe(path === '/?token=' ? 303 : 401);
  },
);

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'LINK', 'PURGE'])(
  'with override fields, %s writes nothing',
  async (method) => {
    const body =
      method === 'GET' ? null : JSON.stringify({ data: { type: 'posts', id: '1', attributes: { title: 'x' } } });
    for (const override of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])
      for (const wanted of ['PATCH', 'DELETE', 'POST']) {
        const headers = { 'Content-Type': 'application/vnd.api+json', [override]: wanted };
        const response = await serving.get(`/api/posts/1?_method=${wanted}`, { method, headers, body });
        expect(response.headers.get('allow') ?? 'GET').not.toMatch(/POST|PATCH|DELETE/);
      }
    expect(titles()).toEqual(['Hello']);
  },
);

test.each(['/api/operations', '/api', '/api/posts/1/actions/close', '/description.json', '/'])(
  'no endpoint of an extension writes at %s',
  async (path) => {
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
    const operation = { op: 'remove', ref: { type: 'posts', id: '1' } };
    const body = JSON.stringify({ 'atomic:operations': [operation] });
    const headers = { 'Content-Type': type, Accept: type };
    const { status } = await serving.get(path, { method: 'POST', headers, body });
    expect([403, 404, 405, 406, 415]).toContain(status);
    expect(titles()).toEqual(['Hello']);
  },
);

test.each<[string, RequestInit]>([
  ['a form of another page', { headers: { Origin: 'https://evil.example', 'Content-Type': 'text/plain' } }],
  ['a form without an origin', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
  ['a form in a sandbox', { headers: { Origin: 'null', 'Content-Type': 'text/plain' } }],
  ['another port', { headers: { Origin: 'http://127.0.0.1:1', 'Content-Type': 'application/vnd.api+json' } }],
])('with --allow-writes, %s writes nothing', async (_name, init) => {
  const body = JSON.stringify({ data: { type: 'posts', attributes: { title: 'x' } } });
  const { status } = await writable.get('/api/posts', { ...init, method: 'POST', body });
  expect([403, 415]).toContain(status);
  expect(titles()).toEqual(['Hello']);
});

/** Each request, and the same one with a name that does not exist: both must have equal responses. */
test.each([
  '/api/users?filter=NAME',
  "/api/users?filter=or(eq(NAME,'hunter2'),eq(name,'x'))",
  '/api/users?filter[NAME][in]=hunter2',
  '/api/users?filter[NAME][exists]=true',
  '/api/users?sort=-NAME',
  '/api/users?sort=name,NAME',
  '/api/posts?sort=author.NAME',
  '/api/posts?filter[author.NAME][startsWith]=h',
  '/api/posts?include=author.NAME',
  '/api/posts?include=author&fields[users]=name,NAME',
  '/api/users/1/posts?filter[author.NAME]=hunter2',
  '/api/users/1/relationships/posts?fields[users]=NAME',
  '/api/users/1/NAME',
  '/api/users/1/relationships/NAME',
])('%s says nothing of a hidden column', async (path) => {
  const [hidden, unknown] = await Promise.all(
    ['password', 'passwort'].map(async (name) => {
      const response = await serving.get(path.replace('NAME', name));
      return `${response.status} ${await response.text()}`.replaceAll(name, 'NAME');
    }),
  );
  expect(hidden).toBe(unknown);
  expect(hidden).toMatch(/^40[04] /);
});

test('a write can neither set nor learn a hidden column', async () => {
  const write = async (attributes: object): Promise<string> => {
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    const body = JSON.stringify({ data: { type: 'users', id: '1', attributes } });
    const response = await writable.get('/api/users/1', { method: 'PATCH', headers, body });
    return `${response.status} ${await response.text()}`;
  };
  const hidden = await write({ password: 'x' });
  expect(hidden.replaceAll('password', 'NAME')).toBe((await write({ passwort: 'x' })).replaceAll('passwort', 'NAME'));
  expect(hidden).not.toContain('hunter2');
  using database = new DatabaseSync(file.path, { readOnly: true });
  expect(database.prepare('select password from user').get()).toEqual({ password: 'hunter2' });
});

test.each([
  '/',
  '/api',
  '/api/openapi.json',
  '/description.json',
  '/api/users',
  '/api/posts?include=author',
  '/api/none',
])('no part of %s contains a hidden column', async (path) => {
  for (const host of [serving, writable])
    expect(await (await host.get(path)).text()).not.toMatch(/hunter2|key-123|password|api_?key/i);
});
