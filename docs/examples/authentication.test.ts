import { expect, test } from 'vitest';
import { send } from '../../packages/server/test/support.ts';
import { server as byToken, signToken } from './authentication.ts';
import { server as bySession, logIn, logOut } from './sessions.ts';

const article = { data: { type: 'articles', attributes: { title: 'New' } } };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a token identifies the user, and its roles decide', async () => {
  expect((await send(byToken, 'GET /articles')).status).toBe(200);
  const anonymous = await send(byToken, 'POST /articles', article);
  expect([anonymous.status, anonymous.headers['WWW-Authenticate']]).toEqual([401, 'Bearer']);
  const editor = bearer(await signToken({ sub: '7', roles: ['editor'] }, '5m'));
  expect((await send(byToken, 'POST /articles', article, editor)).status).toBe(201);
  const reader = bearer(await signToken({ sub: '8' }, '5m'));
  expect((await send(byToken, 'POST /articles', article, reader)).status).toBe(403);
  expect((await send(byToken, 'DELETE /articles/1', undefined, editor)).status).toBe(403);
});

test('a token that is not valid is 401, also for what everybody can read', async () => {
  const now = Math.floor(Date.now() / 1000);
  const tokens: readonly (readonly [token: string, detail: string])[] = [
    [await signToken({ sub: '7' }, now - 60), 'The token has expired.'],
    [await signToken({ sub: '7' }, '5m', 'billing'), 'The token is not valid.'],
    [await signToken({}, '5m'), 'The token is not valid.'],
    ['e30.e30.e30', 'The token is not valid.'],
    ['', 'The token is not valid.'],
  ];
  for (const [token, detail] of tokens) {
    const { status, headers, document } = await send(byToken, 'GET /articles', undefined, bearer(token));
    expect([status, headers['WWW-Authenticate'], document.errors[0].detail]).toEqual([
      401,
      'Bearer error="invalid_token"',
      detail,
    ]);
  }
});

test('a session identifies the user until it ends', async () => {
  const missing = await send(bySession, 'GET /articles');
  expect([missing.status, missing.headers['WWW-Authenticate']]).toEqual([401, 'Cookie']);
  const open = logIn('7').split(';')[0] as string;
  expect(logIn('7')).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400$/);
  const get = (cookie: string) => send(bySession, 'GET /articles', undefined, { cookie });
  expect((await get(`theme=dark; ${open}`)).status).toBe(200);
  expect((await get(logIn('7', -1).split(';')[0] as string)).document.errors[0].detail).toBe('The session has ended.');
  expect(logOut(open)).toMatch(/^__Host-session=; .*Max-Age=0$/);
  expect((await get(open)).status).toBe(401);
});

test('a form of another site cannot write with the cookie of the user', async () => {
  const cookie = logIn('7').split(';')[0] as string;
  const body = JSON.stringify(article);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
    expect((await send(bySession, 'POST /articles', body, { cookie, 'content-type': type })).status).toBe(415);
  expect((await send(bySession, 'POST /articles', article, { cookie })).status).toBe(201);
});
