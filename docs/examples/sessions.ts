import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { defineApi } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const sources = createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] });
const database = new DatabaseSync(':memory:');
database.exec('create table session (token_hash text primary key, user_id text not null, expires_at integer not null)');

// #region sessions
/** The database does not contain tokens, so a copy of it is not enough to use a session. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const cookie = (value: string, seconds: number) =>
  `__Host-session=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;

/** Begins a session, after your route has checked the password. Returns the value of `Set-Cookie`. */
export function logIn(user: string, seconds = 86_400): string {
  const token = randomBytes(32).toString('base64url'); // a new one at each login
  const expiresAt = Date.now() + seconds * 1000;
  database.prepare('insert into session values (?, ?, ?)').run(hashOf(token), user, expiresAt);
  return cookie(token, seconds);
}

/** Ends a session. Returns the value of `Set-Cookie`. */
export function logOut(cookies: string | undefined): string {
  database.prepare('delete from session where token_hash = ?').run(hashOf(tokenIn(cookies) ?? ''));
  return cookie('', 0);
}

const tokenIn = (cookies: unknown) =>
  String(cookies)
    .split('; ')
    .find((it) => it.startsWith('__Host-session='))
    ?.slice(15);

function userOf(cookies: unknown) {
  const token = tokenIn(cookies);
  if (token === undefined) throw unauthorized('Cookie', 'Log in first.');
  const select = database.prepare('select user_id from session where token_hash = ? and expires_at > ?');
  const session = select.get(hashOf(token), Date.now());
  if (session === undefined) throw unauthorized('Cookie', 'The session has ended.');
  return { id: String(session['user_id']) };
}

const isUser = () => true;
export const server = createServer(api, sources, {
  context: ({ headers }) => userOf(headers['cookie']),
  access: { articles: { read: isUser, create: isUser, update: isUser } },
});
// #endregion
