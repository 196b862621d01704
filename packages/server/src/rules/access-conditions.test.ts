import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Server } from '../pipeline/server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const body = { data: { type: 'people', id: '7', attributes: { name: 'x' } } };
const allow = () => true;
const everything = { read: allow, create: allow, update: allow, delete: allow, updateRelationship: allow };

test('the version covers what the user sees, and a hidden resource is 404 whatever the conditions', async () => {
  const { articles, ...others } = blogSources();
  const server = createServer(
    blog,
    { ...others, articles },
    {
      defaultAccess: 'allow',
      access: { articles: { ...everything, fields: () => ['title'] }, people: { read: () => false } },
    },
  );
  const etagOf = async () => (await send(server, 'GET /articles/1')).headers['ETag'];
  const before = await etagOf();
  const call = { context: undefined, signal: new AbortController().signal };
  await articles.update?.('1', { type: 'articles', id: '1', attributes: { views: 99 }, relationships: {} }, call);
  expect(await etagOf(), 'a field that the user cannot read').toBe(before);
  await articles.update?.('1', { type: 'articles', id: '1', attributes: { title: 'New' }, relationships: {} }, call);
  expect(await etagOf()).not.toBe(before);
  expect((await send(server, 'PATCH /people/7', body, { 'If-None-Match': '*' })).status).toBe(404);
  expect((await send(server, 'PATCH /people/7', body, { 'If-Match': '"x"' })).status).toBe(404);
});

test('a version and a job behind access rules are those of the source, and an accepted write passes', async () => {
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
  const server = createServer(blog, withRest(blog, { people: source }), {
    defaultAccess: 'allow',
    access: { people: everything },
  });
  expect((await send(server, 'GET /people/7')).headers).toMatchObject({ 'Retry-After': '3' });
  const { status, headers } = await send(server, 'PATCH /people/7', body);
  expect([status, headers['Content-Location']]).toEqual([202, '/people/8']);
});

describe('a hidden field is not a part of the entity tag, which anyone can compute for every value it may have', () => {
  type Version = DataSource<Blog, 'articles'>['version'];
  const call = { context: undefined, signal: new AbortController().signal };
  /** A server whose articles state a version, and a way to change them behind its back. */
  function stating(version: unknown, fields: readonly string[]) {
    const { articles, ...others } = blogSources();
    const source = { ...articles, ...(version === undefined ? {} : { version: version as Version }) };
    const access = { articles: { ...everything, fields: () => fields as readonly 'title'[] } };
    const server = createServer(blog, { ...others, articles: source }, { access, defaultAccess: 'allow' });
    const change = (attributes: object) =>
      articles.update?.('1', { type: 'articles', id: '1', attributes, relationships: {} }, call);
    return { server, change };
  }
  const tag = async (server: Server, url = '/articles/1') =>
    (await send(server, `GET ${url}`)).headers['ETag'] as string;
  const versions: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['the name of the hidden attribute', 'views'],
    ['a function of it', ({ views }: { readonly views: number }) => views],
    ['a function that fails without it', ({ views }: { readonly views: number }) => views.toFixed(0)],
    ['a function of a copy', (record: object) => Object.values({ ...record }).join()],
    ['a function of the text', (record: object) => JSON.stringify(record)],
  ];

  test.each(versions)('declared by %s: the tag is that of what the user sees', async (_, version) => {
    const { server, change } = stating(version, ['title', 'comments']);
    const { server: plain } = stating(undefined, ['title', 'comments']);
    for (const [index, url] of ['', '?fields[articles]=title', '/relationships/comments'].entries()) {
      const path = `/articles/1${url}`;
      const before = await tag(server, path);
      expect(before, path).toBe(await tag(plain, path));
      await change({ views: 1000 + index });
      expect(await tag(server, path), path).toBe(before);
    }
    const before = await tag(server);
    await change({ title: 'New' });
    expect(await tag(server)).not.toBe(before);
  });

  test.each(versions)(
    'declared by %s: a write conflicts with what the user sees, and with nothing else',
    async (_, version) => {
      const { server, change } = stating(version, ['title', 'comments']);
      const write = async (given: string) =>
        (
          await send(
            server,
            'PATCH /articles/1',
            { data: { type: 'articles', id: '1', attributes: { title: 'Mine' } } },
            { 'If-Match': given },
          )
        ).status;
      const first = await tag(server, '/articles/1?fields[articles]=title');
      await change({ views: 77 });
      expect(await write(first)).toBe(200);
      expect(await write(first)).toBe(412);
    },
  );

  test('linkage that only `related` returns is part of the version of its URL all the same', async () => {
    const state = { comments: ['1', '2'] };
    const source: DataSource<Blog, 'articles'> = {
      version: 'views',
      find: () => [{ id: 1, title: 'x', views: 1 }],
      related: () => new Map([['1', { records: state.comments }]]),
      updateRelationship: () => true,
    };
    const access = { articles: { fields: () => ['title', 'comments'] as const } };
    const server = createServer(blog, withRest(blog, { articles: source, comments: {} }), {
      defaultAccess: 'allow',
      access,
    });
    const url = '/articles/1/relationships/comments';
    const before = await tag(server, url);
    state.comments = ['1'];
    const answer = await send(server, `DELETE ${url}`, { data: [] }, { 'If-Match': before });
    expect(answer.status).toBe(412);
  });

  test.each<[string, Version]>([
    ['an attribute that the user reads', 'views'],
    ['a function of what the user reads', ({ views }) => views ?? null],
  ])('%s is the version, whatever else changes', async (_, version) => {
    const { server, change } = stating(version, ['title', 'views']);
    const before = (await tag(server)).split('-')[0];
    await change({ title: 'New' });
    expect((await tag(server)).split('-')[0]).toBe(before);
    await change({ views: 31 });
    expect((await tag(server)).split('-')[0]).not.toBe(before);
  });
});
