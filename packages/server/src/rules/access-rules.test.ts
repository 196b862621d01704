import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource, Sources } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

const own = [{ field: 'id', operator: 'eq', values: ['7'] }] as const;
const nothing = { articles: { read: () => own } };

describe('rejected when the server is made', () => {
  const { find: _, ...blind } = blogSources().people;
  test.each<[string, unknown, unknown, Partial<Sources<Blog>>]>([
    ['a rule of no type', { article: {} }, 'allow', {}],
    ['what is not a rule', { articles: true }, 'allow', {}],
    ['a misspelt rule', { articles: { raed: () => false } }, 'allow', {}],
    ['a rule that is not a function', { articles: { read: false } }, 'allow', {}],
    ['another default', {}, 'reject', {}],
    ['an update rule of one', { people: { update: () => true } }, 'allow', { people: blind }],
    ['a delete rule of one', { people: { delete: () => true } }, 'allow', { people: blind }],
    ['a updateRelationship rule of one', { people: { updateRelationship: () => true } }, 'allow', { people: blind }],
  ])('%s', (_, access, defaultAccess, sources) => {
    expect(() =>
      createServer(blog, withRest(blog, sources), { access, defaultAccess } as ServerOptions<unknown, Blog>),
    ).toThrow(TypeError);
  });

  test('but not what can be kept', () => {
    const access: AccessRules<Blog> = { people: { create: () => false, fields: () => true, read: undefined as never } };
    expect(() =>
      createServer(blog, withRest(blog, { people: blind }), { defaultAccess: 'allow', access }),
    ).not.toThrow();
  });
});

/** A server with one rule, and what it logs. */
function serverWith(access: object, sources: Partial<Sources<Blog>> = blogSources()) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  return {
    server: createServer(blog, withRest(blog, sources), {
      defaultAccess: 'allow',
      access: access as AccessRules<Blog>,
      onError,
    }),
    errors,
  };
}

describe('failing means closed', () => {
  const fail = () => {
    throw new Error('down');
  };
  test.each<[string, object]>([
    ['throws', { read: fail }],
    ['rejects', { read: async () => fail() }],
    ['gives undefined', { read: () => undefined }],
    ['gives null', { read: () => null }],
    ['gives what only looks true', { read: () => 'yes' }],
    ['gives no condition at all', { read: () => [] }],
    ['gives a condition on no field', { read: () => [{ field: 'nope', operator: 'eq', values: [1] }] }],
    ['gives a path to no field', { read: () => [{ field: 'author.nope', operator: 'eq', values: ['x'] }] }],
    ['gives an unknown operator', { read: () => [{ field: 'title', operator: 'is', values: [1] }] }],
    ['gives a condition without values', { read: () => [{ field: 'title', operator: 'eq' }] }],
    ['gives an undefined value', { read: () => [{ field: 'author', operator: 'eq', values: [undefined] }] }],
    ['gives null for an id', { read: () => [{ field: 'id', operator: 'eq', values: [null] }] }],
    ['orders ids', { read: () => [{ field: 'id', operator: 'ge', values: ['1'] }] }],
    ['gives null among conditions', { read: () => [null] }],
    ['fields: throws', { fields: fail }],
    ['fields: gives undefined', { fields: () => undefined }],
    ['fields: gives a name that is none', { fields: () => ['title', 'nope'] }],
    ['update: gives undefined', { update: () => undefined }],
    ['update: throws', { update: fail }],
    ['update: gives 1', { update: () => 1 }],
  ])('a rule that %s: 500, in the log, and nothing shown or written', async (name, rule) => {
    const { server, errors } = serverWith({ articles: rule });
    const body = { data: { type: 'articles', id: '1' } };
    const lines = name.startsWith('update')
      ? ['PATCH /articles/1']
      : ['GET /articles', 'GET /articles/1', 'GET /people/7?include=articles'];
    for (const line of lines) {
      const { status, document } = await send(server, line, line.startsWith('PATCH') ? body : undefined);
      expect([line, status, document.data]).toEqual([line, 500, undefined]);
    }
    expect(errors.length).toBe(lines.length);
    // A collection: a single resource is read whole for its version, with linkage that the rule is asked about.
    expect((await send(server, 'GET /comments?fields[comments]=body')).status).toBe(200);
  });

  test('a condition without any values is one that nothing meets', async () => {
    const { server } = serverWith({
      articles: { read: () => [{ field: 'author', operator: 'eq', values: [] }, ...own] },
    });
    expect((await send(server, 'GET /articles')).document.data).toEqual([]);
  });

  test('and nothing is asked of the source then', async () => {
    const list = () => {
      throw new Error('asked');
    };
    const { articles } = blogSources();
    const access = { articles: { read: () => [...own, { field: 'title', values: [] }] } };
    const { server } = serverWith(access, { articles: { ...articles, list } });
    expect((await send(server, 'GET /articles')).status).toBe(200);
  });

  test('a type whose fields rule fails has no readable fields, and a request that names one is not a mistake of the client', async () => {
    const { server, errors } = serverWith({ articles: { fields: () => undefined } });
    for (const line of ['GET /people?fields[articles]=title', 'GET /articles/1/author', 'GET /people?sort=articles']) {
      expect([line, (await send(server, line)).status]).toEqual([line, 500]);
    }
    const patch = { data: { type: 'articles', id: '1', attributes: { title: 'New' } } };
    expect((await send(server, 'PATCH /articles/1', patch)).status).toBe(500);
    expect(errors.length).toBe(4);
  });

  test.each(['read', 'fields', 'update'])('a JsonApiError thrown by %s is the answer', async (name) => {
    const reject = () => {
      throw new JsonApiError({ ...errorObject('NOT_FOUND', 'Log in.'), status: '401' });
    };
    const { server, errors } = serverWith({ articles: { [name]: reject } });
    const { status } = await send(server, 'PATCH /articles/1', { data: { type: 'articles', id: '1' } });
    expect([status, errors]).toEqual([401, []]);
  });

  test('rules are asked once for a request, with what the context gave', async () => {
    const heard: unknown[] = [];
    const read = (context: unknown) => heard.push(context) > 0;
    const context = () => ({ user: 'ann' });
    const server = createServer(blog, blogSources(), { defaultAccess: 'allow', access: { people: { read } }, context });
    await send(server, 'GET /articles?include=author,comments.author');
    expect(heard).toEqual([{ user: 'ann' }]);
  });

  test('who is not let in learns of no URL', async () => {
    const context = () => {
      throw new JsonApiError({ ...errorObject('NOT_FOUND', 'x'), status: '401' });
    };
    const server = createServer(blog, blogSources(), { defaultAccess: 'allow', access: nothing, context });
    for (const line of ['GET /articles/1/reviewer', 'GET /articles/1/zzz', 'OPTIONS /zzz']) {
      expect((await send(server, line)).status).toBe(401);
    }
  });
});

describe('a source that overlooks conditions leaks nothing', () => {
  const { articles, people, comments } = blogSources();
  const overlooking = (source: DataSource): DataSource => ({
    ...source,
    list: (query, call) => source.list?.({ ...query, filter: [] }, call) as never,
    related: (name, ids, query, call) => source.related?.(name, ids, { ...query, filter: [] } as never, call) as never,
  });
  const access = { comments: { read: () => [{ field: 'body', operator: 'eq', values: ['Again'] }] } };
  const sources = {
    articles: overlooking(articles as DataSource),
    people,
    comments: overlooking(comments as DataSource),
  } as Sources<Blog>;

  test.each(['/comments', '/articles/1/comments', '/articles/1/relationships/comments'])('%s: 500', async (url) => {
    const { server, errors } = serverWith(access, sources);
    const { status } = await send(server, `GET ${url}`);
    expect([status, String(errors[0])]).toEqual([500, expect.stringMatching(/match all conditions/)]);
  });

  test('members that it names without a page are left out', async () => {
    const bare = {
      ...sources,
      articles: { ...sources.articles, find: (ids: readonly string[]) => ids.map((id) => ({ id })) },
    };
    const { server } = serverWith(access, bare as Sources<Blog>);
    const { document } = await send(server, 'GET /articles/1?include=comments&fields[articles]=comments');
    expect(document.included.map(({ id }: { readonly id: string }) => id)).toEqual(['6']);
  });

  test('but not where members could be missing', async () => {
    const bare = {
      ...sources,
      articles: { ...sources.articles, find: (ids: readonly string[]) => ids.map((id) => ({ id })) },
    };
    const server = createServer(blog, withRest(blog, bare as Sources<Blog>), {
      defaultAccess: 'allow',
      access: access as AccessRules<Blog>,
      limits: { includedLinkage: 2 },
      onError: () => undefined,
    });
    expect((await send(server, 'GET /articles/1?include=comments')).status).toBe(500);
  });
});

describe('a condition on a relationship that records do not carry', () => {
  const bare = () => {
    const { articles, ...others } = blogSources();
    const find = (ids: readonly string[]) => ids.map((id) => ({ id, title: 'x', views: 1 }));
    return { ...others, articles: { ...articles, find } };
  };
  test.each([
    ['to-one', 'author', { 1: 200, 2: 200, 3: 404 }],
    ['to-many', 'comments', { 1: 200, 2: 404, 3: 404 }],
  ])('%s: is asked for', async (_, field, expected) => {
    const values = field === 'author' ? ['7'] : ['4'];
    const { server } = serverWith(
      { articles: { read: () => [{ field, operator: 'eq', values }] } },
      bare() as Sources<Blog>,
    );
    const found = [1, 2, 3].map(async (id) => [
      id,
      (await send(server, `GET /articles/${id}?fields[articles]=title`)).status,
    ]);
    expect(Object.fromEntries(await Promise.all(found))).toEqual(expected);
  });

  test('if a relationship cannot be read, nothing is shown', async () => {
    const { related: _, ...articles } = bare().articles;
    const access = { articles: { read: () => [{ field: 'author', operator: 'eq', values: ['7'] }] } };
    const { server, errors } = serverWith(access, { ...blogSources(), articles } as Sources<Blog>);
    expect((await send(server, 'GET /articles/1')).status).toBe(500);
    expect(String(errors[0])).toMatch(/must have the method `related`/);
  });
});
