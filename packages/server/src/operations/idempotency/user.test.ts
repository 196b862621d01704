import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { idempotencyKeys } from './idempotency-keys.ts';

const article = (title: string) => ({ data: { type: 'articles', attributes: { title } } });
const key = { 'idempotency-key': '"k"' };

/** A server whose option `user` returns a value that depends on the user, with what `onError` hears. */
function serverWith(user: (user: string) => unknown) {
  const sources = blogSources();
  const errors: string[] = [];
  const store = createMemoryIdempotencyStore({ sharesWith: sources.articles });
  const server = createServer(blog, sources, {
    context: ({ headers }) => String(headers['x-user']),
    idempotency: { keys: idempotencyKeys({ store }), user: user as (user: string) => string },
    onError: (error) => errors.push(String(error)),
  });
  const post = (user: string) => send(server, 'POST /articles', article(user), { ...key, 'x-user': user });
  return { server, post, errors };
}

const promise = 'a value, but it returned a promise: the server does not wait for it';

test.each<[string, (user: string) => unknown, string]>([
  ['a promise', async (user) => user, promise],
  ['a promise that rejects', async () => Promise.reject(new Error('down')), promise],
  ['an object', (user) => ({ user }), 'a non-empty string, but it returned an object'],
  ['an array', (user) => [user], 'a non-empty string, but it returned an array of 1 element'],
  ['a number', () => 7, 'a non-empty string, but it returned 7'],
  ['undefined', () => undefined, 'a non-empty string, but it returned undefined'],
  ['null', () => null, 'a non-empty string, but it returned null'],
  ['a boxed string', (user) => Object(user), 'a non-empty string, but it returned an object'],
  ['an empty string', () => '', 'a non-empty string, but it returned ""'],
])('a user that is %s is a 500, and not one user for all', async (_, user, message) => {
  const { server, post, errors } = serverWith(user);
  const before = (await send(server, 'GET /articles')).document.data.length;
  for (const user of ['ada', 'bob']) {
    const { status, document, headers } = await post(user);
    expect([status, document.data, headers['Idempotency-Replayed']]).toEqual([500, undefined, undefined]);
  }
  expect((await send(server, 'GET /articles')).document.data.length).toBe(before);
  const text = `TypeError: createServer: \`idempotency.user\` must return ${message}.`;
  expect(errors).toEqual([text, text]);
});

test('each user has keys of its own', async () => {
  const { post } = serverWith((user) => user);
  const titles = [];
  for (const user of ['ada', 'bob']) titles.push((await post(user)).document.data.attributes.title);
  expect(titles).toEqual(['ada', 'bob']);
});
