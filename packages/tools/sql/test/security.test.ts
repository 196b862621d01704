import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Serving, serve } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';

const file = sqliteFile(`
  create table user (id integer primary key, name text, password text, picture blob);
  create table post (id integer primary key, title text, author_id integer references user, api_key text);
  create table session (id integer primary key, user_id integer references user, data text);
  insert into user values (1, 'Ann', 'hunter2', x'00');
  insert into post values (1, 'Hello', 1, 'key-123');
  insert into session values (1, 1, 'cookie-456');
`);
let serving: Serving;
beforeAll(async () => {
  serving = await serve([file.path]);
});
afterAll(async () => {
  await serving.stop();
  file[Symbol.dispose]();
});

/** Sends a request with headers that `fetch` does not allow. */
function send(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<number> {
  const { port } = new URL(serving.url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const withToken = (): Record<string, string> => ({ Authorization: `Bearer ${serving.token}` });

describe('who can use the host', () => {
  test('it listens on 127.0.0.1 only', async () => {
    const { port } = new URL(serving.url);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others) await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
  });

  test.each([
    ['evil.example'],
    ['evil.example:4700'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['127.0.0.2'],
  ])('the name %j of DNS rebinding is rejected, also with the token', async (host) => {
    expect(await send('/api/posts', { ...withToken(), Host: host })).toBe(403);
    expect(await send(`/?token=${serving.token}`, { Host: host })).toBe(403);
  });

  test.each<[Record<string, string>]>([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost:9' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Service-Worker': 'script' }],
  ])('a request of another origin is rejected: %j', async (headers) => {
    expect(await send('/api/posts', { ...withToken(), ...headers })).toBe(403);
  });

  test('no response allows other origins', async () => {
    const { headers } = await serving.get('/api/posts');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['/', '/api', '/api/posts', '/api/openapi.json', '/description.json', '/?token=', '/?token=wrong'])(
    'without the token, %s is rejected',
    async (path) => {
      const response = await fetch(serving.url + path, { redirect: 'manual' });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toMatch(/posts|hunter2/);
    },
  );

  test.each<[Record<string, string>]>([
    [{ Authorization: 'Bearer wrong' }],
    [{ Authorization: 'Bearer ' }],
    [{ Cookie: 'linkage-sql-1=wrong' }],
    [{ Cookie: 'other=1' }],
  ])('a wrong token is rejected: %j', async (headers) => {
    expect(await send('/api/posts', headers)).toBe(401);
  });

  test('the printed URL keeps the token in a cookie that no script and no other site can use', async () => {
    const response = await fetch(`${serving.url}/?token=${serving.token}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^linkage-sql-\d+=[\w-]{24}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await send('/api/posts', { Cookie: `a=b; ${cookie.split(';')[0]}; c=d` })).toBe(200);
  });
});

describe('writes', () => {
  const body = JSON.stringify({ data: { type: 'posts', attributes: { title: 'Changed' } } });
  const headers = { 'Content-Type': 'application/vnd.api+json' };

  test.each([
    ['POST', '/api/posts'],
    ['PATCH', '/api/posts/1'],
    ['DELETE', '/api/posts/1'],
    ['PATCH', '/api/posts/1/relationships/author'],
    ['POST', '/api/users/1/relationships/posts'],
    ['DELETE', '/api/users/1/relationships/posts'],
    ['PUT', '/api/posts/1'],
  ])('%s %s does not exist', async (method, path) => {
    const response = await serving.get(path, { method, headers, body });
    expect([403, 404, 405]).toContain(response.status);
    expect(response.headers.get('allow') ?? 'GET').not.toMatch(/POST|PATCH|DELETE/);
  });

  test('the description has no writes', async () => {
    expect(await (await serving.get('/api/openapi.json')).text()).not.toMatch(/"(?:post|patch|delete)":/);
  });

  test('a write that is asked for is executed, and said', async () => {
    const writable = await serve([file.path, '--allow-writes']);
    try {
      expect(writable.strings.error).toContain('WRITES ARE ALLOWED');
      expect((await writable.get('/api/posts', { method: 'POST', headers, body })).status).toBe(201);
      expect((await fetch(`${writable.url}/api/posts`, { method: 'POST', headers, body })).status).toBe(401);
    } finally {
      await writable.stop();
    }
    using database = new DatabaseSync(file.path);
    expect(
      database
        .prepare('select title from post order by id')
        .all()
        .map((it) => it['title']),
    ).toEqual(['Hello', 'Changed']);
    database.exec('delete from post where id > 1');
  });
});

describe('hidden columns and tables', () => {
  const secrets = /hunter2|key-123|cookie-456|password|apiKey|api_key/i;

  test.each([
    '/api/users',
    '/api/users/1',
    '/api/posts?include=author',
    '/api/users?include=posts',
    '/api/openapi.json',
    '/description.json',
    '/api',
  ])('%s does not contain them', async (path) => {
    const response = await serving.get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(secrets);
  });

  test.each([
    ['/api/users?filter[password]=hunter2', 400],
    ['/api/users?filter[password][startsWith]=h', 400],
    ['/api/users?sort=password', 400],
    ['/api/users?fields[users]=password', 400],
    ['/api/posts?filter[author.password]=hunter2', 400],
    ['/api/posts?sort=author.password', 400],
    ['/api/posts?sort=apiKey', 400],
    ['/api/posts?filter[api_key]=key-123', 400],
    ['/api/users?include=sessions', 400],
    ['/api/sessions', 404],
    ['/api/session', 404],
    ['/api/users/1/sessions', 404],
    ['/api/users/1/password', 404],
  ])('%s is like that of a name that does not exist', async (path, status) => {
    const unknown = path.replace(/password|apiKey|api_key/g, 'unknown').replace(/sessions?/g, 'unknowns');
    const [response, other] = [await serving.get(path), await serving.get(unknown)];
    expect([response.status, other.status]).toEqual([status, status]);
    const strings = [await response.text(), await other.text()].map((it) =>
      it.replace(/password|apiKey|api_key|unknowns?|sessions?/g, 'x'),
    );
    expect(strings[0]).toBe(strings[1]);
    expect(strings[0]).not.toMatch(/hunter2(?!")|cookie-456/);
  });

  test('the command names them, but not their values', () => {
    expect(serving.strings.error).toContain('user.password  --show user.password');
    expect(serving.strings.error).toContain('session  --show session');
    expect(serving.strings.error).not.toMatch(/hunter2|key-123|cookie-456/);
  });

  test('--show serves one of them', async () => {
    const shown = await serve([file.path, '--show', 'post.api_key']);
    try {
      const text = await (await shown.get('/api/posts')).text();
      expect(text).toContain('key-123');
      expect(await (await shown.get('/api/users')).text()).not.toMatch(/hunter2/);
    } finally {
      await shown.stop();
    }
  });
});
