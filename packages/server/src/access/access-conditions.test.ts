import { expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../create-server.ts';

const body = { data: { type: 'people', id: '7', attributes: { name: 'x' } } };
const allow = () => true;
const everything = { read: allow, create: allow, update: allow, delete: allow, relate: allow };

test('the version covers what the caller sees, and a hidden resource is 404 whatever the conditions', async () => {
  const { articles, ...others } = blogSources();
  const server = createServer(
    blog,
    { ...others, articles },
    {
      access: { articles: { ...everything, fields: () => ['title'] }, people: { read: () => false } },
      defaultAccess: 'allow',
    },
  );
  const etagOf = async () => (await send(server, 'GET /articles/1')).headers['ETag'];
  const before = await etagOf();
  const call = { context: undefined, signal: new AbortController().signal };
  await articles.update?.('1', { type: 'articles', id: '1', attributes: { views: 99 }, relationships: {} }, call);
  expect(await etagOf(), 'a field he does not see').toBe(before);
  await articles.update?.('1', { type: 'articles', id: '1', attributes: { title: 'New' }, relationships: {} }, call);
  expect(await etagOf()).not.toBe(before);
  expect((await send(server, 'PATCH /people/7', body, { 'If-None-Match': '*' })).status).toBe(404);
  expect((await send(server, 'PATCH /people/7', body, { 'If-Match': '"x"' })).status).toBe(404);
});

test('a version and a job behind the gate are those of the source, and an accepted write passes', async () => {
  const { people } = blogSources();
  const source = Object.create({
    ...people,
    state: { retryAfter: 3 },
    version: () => 1,
    job(this: { readonly state: { readonly retryAfter: number } }) {
      return this.state;
    },
    update: () => ({ accepted: { type: 'people', id: '8' } }),
  });
  const server = createServer(blog, { people: source }, { access: { people: everything } });
  expect((await send(server, 'GET /people/7')).headers).toMatchObject({ 'Retry-After': '3' });
  const { status, headers } = await send(server, 'PATCH /people/7', body);
  expect([status, headers['Content-Location']]).toEqual([202, '/people/8']);
});
