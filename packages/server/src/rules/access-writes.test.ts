import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, recordCalls, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AccessRules, UpdateRelationshipSubject } from './access-rules.ts';

function guarded(access: AccessRules<Blog>, defaultAccess: 'allow' | 'deny' = 'allow') {
  const { sources, calls } = recordCalls(blogSources());
  return { server: createServer(blog, sources, { access, defaultAccess }), sources, calls };
}

const seen: AccessRules<Blog> = {
  articles: { read: () => [{ field: 'views', operator: 'ge', values: [20] }] },
  people: { read: () => [{ field: 'id', operator: 'eq', values: ['7', '9', 'new'] }] },
};
const article = (id: string, rest: object) => ({ data: { type: 'articles', id, ...rest } });
const linkTo = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'people', id })) });
const written = /\.(?:create|update|delete|updateRelationship)/;

describe('whether a user can write', () => {
  const rejecting: AccessRules<Blog> = {
    ...seen,
    articles: {
      ...seen.articles,
      create: () => false,
      update: async () => false,
      delete: () => false,
      updateRelationship: () => false,
    },
  };
  test.each([
    ['create', 'POST /articles', { data: { type: 'articles', attributes: { title: 'x' } } }],
    ['update', 'PATCH /articles/1', article('1', { attributes: { title: 'x' } })],
    ['delete', 'DELETE /articles/1', undefined],
    ['updateRelationship: replace', 'PATCH /articles/1/relationships/author', { data: null }],
    ['updateRelationship: add', 'POST /articles/1/relationships/secrets', linkTo('9')],
    ['updateRelationship: remove', 'DELETE /articles/1/relationships/secrets', linkTo('9')],
  ])('%s: 403 for a visible resource, 404 for a hidden or missing one', async (_, line, body) => {
    const { server, calls } = guarded(rejecting);
    const { status, problems } = await send(server, line, body);
    expect([status, ...problems]).toEqual([403, 'FORBIDDEN']);
    if (line.startsWith('POST /articles/') || !line.startsWith('POST')) {
      const at = async (id: string) => {
        const text = JSON.stringify(body)?.replace('"articles","id":"1"', `"articles","id":"${id}"`);
        const answer = await send(server, line.replace('/1', `/${id}`), text);
        return [answer.status, answer.document];
      };
      expect((await at('2'))[0]).toBe(404);
      expect(await at('2')).toEqual(await at('99'));
    }
    expect(calls.filter((call) => written.test(call))).toEqual([]);
  });

  test.each([
    [
      'POST',
      '/articles',
      { data: { type: 'articles', attributes: { title: 'x', views: 50 }, relationships: { author: { data: null } } } },
    ],
    ['PATCH', '/articles/1', article('1', { relationships: { author: { data: null } } })],
  ])('a relationship in %s %s asks as its own URL does (UPD-05)', async (method, url, body) => {
    const { server, calls } = guarded({ articles: { updateRelationship: () => false } });
    const { status, problems } = await send(server, `${method} ${url}`, body);
    expect([status, ...problems]).toEqual([403, 'FORBIDDEN /data/relationships/author']);
    expect(
      calls.filter((call) => written.test(call) && !call.includes('.create') && !call.includes('.update')),
    ).toEqual([]);
  });

  test('rules are told what it is about', async () => {
    const heard: unknown[] = [];
    const hear =
      (name: string) =>
      (context: unknown, { call, ...subject }: { readonly call: { readonly transaction?: unknown } }) => {
        heard.push([name, context, JSON.parse(JSON.stringify(subject)), call.transaction !== undefined]);
        return true;
      };
    const { sources } = recordCalls(blogSources());
    const server = createServer(blog, sources, {
      context: () => 'ann',
      defaultAccess: 'allow',
      access: {
        people: {
          create: hear('create'),
          update: hear('update'),
          delete: hear('delete'),
          updateRelationship: hear('updateRelationship'),
        },
      },
    });
    const friend = { data: { type: 'people', id: '9' } };
    const record = { id: '7', name: 'Gebhardt', articles: expect.any(Array), friend: { type: 'people', id: '8' } };
    await send(server, 'POST /people', {
      data: { type: 'people', id: 'new', attributes: { name: 'N' }, relationships: { friend } },
    });
    await send(server, 'PATCH /people/7', { data: { type: 'people', id: '7', attributes: { name: 'G' } } });
    await send(server, 'POST /people/7/relationships/articles', { data: [{ type: 'articles', id: '3' }] });
    await send(server, 'DELETE /people/7');
    const input = { type: 'people', id: 'new', attributes: { name: 'N' }, relationships: { friend: friend.data } };
    const identifiers = [{ type: 'articles', id: '3' }];
    const [other, noFriend] = [expect.objectContaining({ id: '8' }), { relationships: { friend: null } }];
    expect(heard).toEqual([
      ['create', 'ann', { input }, true],
      [
        'updateRelationship',
        'ann',
        { id: 'new', relationship: 'friend', change: { replace: friend.data }, identifiers: [friend.data] },
        true,
      ],
      [
        'update',
        'ann',
        { id: '7', record, input: { type: 'people', id: '7', attributes: { name: 'G' }, relationships: {} } },
        true,
      ],
      [
        'updateRelationship',
        'ann',
        {
          id: '7',
          record: { ...record, name: 'G' },
          relationship: 'articles',
          change: { add: identifiers },
          identifiers,
        },
        true,
      ],
      ['delete', 'ann', { id: '7', record: expect.objectContaining({ name: 'G' }) }, true],
      // The deletion empties `friend` of person 8.
      [
        'update',
        'ann',
        { id: '8', record: other, input: { type: 'people', id: '8', attributes: {}, ...noFriend } },
        true,
      ],
      [
        'updateRelationship',
        'ann',
        { id: '8', record: other, relationship: 'friend', change: { replace: null }, identifiers: [] },
        true,
      ],
    ]);
  });
});

describe('a hidden resource in linkage is a missing one', () => {
  const to = (id: string) => ({ author: { data: { type: 'people', id } } });
  test.each([
    [
      'POST /articles',
      (id: string) => ({ data: { type: 'articles', attributes: { title: 'x', views: 50 }, relationships: to(id) } }),
    ],
    ['PATCH /articles/1', (id: string) => article('1', { relationships: to(id) })],
    ['PATCH /articles/1/relationships/author', (id: string) => ({ data: { type: 'people', id } })],
    ['POST /articles/1/relationships/secrets', (id: string) => linkTo('7', id)],
  ])('%s', async (line, body) => {
    const { server } = guarded(seen);
    const answer = async (id: string) => {
      const { status, document } = await send(server, line, body(id));
      // Only the id from the request differs.
      return [status, JSON.stringify(document).replace(`id \\"${id}\\"`, 'id ?')];
    };
    const hidden = await answer('8');
    expect(hidden[0]).toBe(404);
    expect(hidden).toEqual(await answer('99'));
  });

  test('and cannot be taken out of it', async () => {
    const { server, sources } = guarded(seen);
    const link = {
      data: [
        { type: 'articles', id: '2' },
        { type: 'articles', id: '1' },
      ],
    };
    expect((await send(server, 'DELETE /people/7/relationships/articles', link)).status).toBe(204);
    const all = createServer(blog, sources);
    expect(identities((await send(all, 'GET /people/7/relationships/articles')).document.data)).toEqual(['articles 2']);
  });
});

describe('a user must be able to read the written resource', () => {
  test.each([
    ['POST', '/articles', { data: { type: 'articles', attributes: { title: 'x', views: 1 } } }],
    ['PATCH', '/articles/1', article('1', { attributes: { views: 1 } })],
  ])('%s %s: 403, and nothing is written', async (method, url, body) => {
    const { server, sources } = guarded(seen);
    const { status, problems } = await send(server, `${method} ${url}`, body);
    expect([status, ...problems]).toEqual([403, 'FORBIDDEN']);
    const { document } = await send(createServer(blog, sources), 'GET /articles?fields[articles]=views');
    expect(document.data.map((it: { attributes: { views: number } }) => it.attributes.views)).toEqual([30, 10, 20]);
  });

  test('a relationship that the rule looks at', async () => {
    const { server, sources } = guarded({
      articles: { read: () => [{ field: 'author', operator: 'eq', values: [7] }] },
    });
    expect((await send(server, 'PATCH /articles/1/relationships/author', { data: null })).status).toBe(403);
    expect((await send(createServer(blog, sources), 'GET /articles/1/author')).document.data.id).toBe('7');
  });

  test('the response shows no more than any other, with and without find', async () => {
    const { server } = guarded(seen);
    const body = { data: { type: 'people', id: '7', attributes: { name: 'G' } } };
    const { document } = await send(server, 'PATCH /people/7?include=articles', body);
    expect(document.data.relationships.friend.data).toBeNull();
    expect(identities(document.included)).toEqual(['articles 1']);
    const { find: _, ...comments } = blogSources().comments;
    const own = createServer(
      blog,
      { ...blogSources(), comments },
      { defaultAccess: 'allow', access: { people: { read: () => false } } },
    );
    const made = { data: { type: 'comments', attributes: { body: 'x' }, relationships: { author: { data: null } } } };
    expect((await send(own, 'POST /comments', made)).status).toBe(201);
    const changed = await send(own, 'PATCH /comments/4', {
      data: { type: 'comments', id: '4', attributes: { body: 'y' } },
    });
    expect([changed.status, changed.document.data.relationships.author.data]).toEqual([200, null]);
  });

  test('where nothing is seen, nothing is written', async () => {
    const { server, calls } = guarded({ articles: { read: () => false } });
    const body = { data: { type: 'articles', attributes: { title: 'x' } } };
    expect((await send(server, 'POST /articles', body)).status).toBe(403);
    expect(calls.filter((call) => written.test(call) && !call.includes('articles.create'))).toEqual([]);
    expect((await send(server, 'DELETE /articles/1')).status).toBe(404);
  });
});

describe('unreadable attributes of a new resource', () => {
  const make = (body: object) =>
    guarded({ articles: { fields: () => ['title', 'subtitle'] }, people: { fields: () => [] } }).server.handle({
      method: 'POST',
      url: `/${(body as { type: string }).type}`,
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: body }),
    });

  test('get their defaults', async () => {
    const { server, sources } = guarded({ articles: { fields: () => ['title'] } });
    const { status } = await send(server, 'POST /articles', { data: { type: 'articles', attributes: { title: 'x' } } });
    expect(status).toBe(201);
    const { document } = await send(createServer(blog, sources), 'GET /articles/4');
    expect(document.data.attributes.views).toBe(0);
  });

  test('cannot be left out where they have to be there: 403', async () => {
    expect((await make({ type: 'people' })).status).toBe(403);
  });
});

describe("defaultAccess: 'deny'", () => {
  const { server } = guarded({ articles: { read: () => true } }, 'deny');
  test.each([
    ['GET /articles', 200],
    ['GET /articles/1', 200],
    ['GET /people/7', 404],
    ['DELETE /articles/1', 403],
    ['DELETE /people/7', 404],
  ])('%s answers %i', async (line, status) => {
    expect((await send(server, line)).status).toBe(status);
  });

  test('linkage to types without a rule is hidden', async () => {
    const { document } = await send(server, 'GET /articles/1?include=comments');
    expect([document.data.relationships.author.data, document.data.relationships.comments.data]).toEqual([null, []]);
  });
});

test('the subject of updateRelationship says which identifiers it is about', async () => {
  const heard: UpdateRelationshipSubject['identifiers'][] = [];
  const updateRelationship = (_: unknown, { identifiers }: Pick<UpdateRelationshipSubject, 'identifiers'>) => {
    heard.push(identifiers);
    return true;
  };
  const { server } = guarded({ articles: { updateRelationship } });
  await send(server, 'PATCH /articles/1/relationships/author', { data: null });
  await send(server, 'DELETE /articles/1/relationships/secrets', linkTo('9'));
  await send(server, 'PATCH /articles/1/relationships/secrets', linkTo('9', '7'));
  expect(heard.map(identities)).toEqual([[], ['people 9'], ['people 9', 'people 7']]);
});
