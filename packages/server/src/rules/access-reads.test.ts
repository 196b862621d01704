import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, recordCalls, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AccessRules } from './access-rules.ts';

/** Article 2 and person 8 are hidden, and so are two fields of articles. */
const rules: AccessRules<Blog> = {
  articles: {
    read: () => [{ field: 'views', operator: 'ge', values: [20] }],
    fields: () => ['title', 'author', 'comments', 'history'],
  },
  people: { read: async () => [{ field: 'id', operator: 'eq', values: ['7', '9'] }] },
};

function guarded(access: AccessRules<Blog> = rules) {
  const { sources, calls } = recordCalls(blogSources());
  return { server: createServer(blog, sources, { defaultAccess: 'allow', access }), calls };
}

const { server } = guarded();

/** The answer to a request as text, without what the client itself sent. */
async function answerTo(line: string, sent: string, body?: unknown): Promise<string> {
  const { status, document } = await send(server, line, body);
  return JSON.stringify([status, document]).replaceAll(sent, '…');
}

describe('what is hidden is not there', () => {
  test.each([
    ['a collection', '/articles', ['articles 1', 'articles 3']],
    ['a page of it', '/articles?page[size]=1&page[number]=2', ['articles 3']],
    ['a filtered one', '/articles?filter[title]=Apes,Cars', ['articles 3']],
    ['a related collection', '/people/7/articles', ['articles 1']],
    ['the linkage of to-many', '/people/7/relationships/articles', ['articles 1']],
    ['a related resource', '/comments/6/author', []],
    ['the linkage of to-one', '/comments/6/relationships/author', []],
    ['several types', '/shelves/1/items', ['comments 4']],
    ['the linkage of several types', '/shelves/1/relationships/items', ['comments 4']],
    ['a page of several types', '/shelves/1/items?page[size]=1', ['comments 4']],
  ])('%s: %s', async (_, url, expected) => {
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, identities(document.data)]).toEqual([200, expected]);
    expect(document.links.next ?? null).toBeNull();
  });

  test.each([
    [
      'included resources',
      '/articles/1?include=comments.author',
      ['comments 4', 'comments 5', 'comments 6', 'people 9', 'people 7'],
    ],
    ['those behind hidden ones', '/people/7?include=friend.friend', []],
    ['those of several types', '/shelves/1?include=items', ['comments 4']],
    ['those of linkage', '/people/7/relationships/articles?include=articles', ['articles 1']],
  ])('%s: %s', async (_, url, expected) => {
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, identities(document.included)]).toEqual([200, expected]);
  });

  test('linkage in resource objects, of the primary data and of included ones', async () => {
    const { document } = await send(server, 'GET /people/7?include=articles.comments');
    expect(document.data.relationships.friend.data).toBeNull();
    expect(identities(document.data.relationships.articles.data)).toEqual(['articles 1']);
    const [comment] = document.included.filter(({ id }: { readonly id: string }) => id === '6');
    expect(comment.relationships.author.data).toBeNull();
    const [article] = document.included.filter(({ type }: { readonly type: string }) => type === 'articles');
    expect(article.relationships.history.data).toEqual([]);
  });

  test.each([
    ['GET /articles/{id}'],
    ['GET /articles/{id}/author'],
    ['GET /articles/{id}/comments'],
    ['GET /articles/{id}/relationships/author'],
    ['DELETE /articles/{id}'],
  ])('%s: as for a missing resource', async (line) => {
    expect(await answerTo(line.replace('{id}', '2'), '2')).toBe(await answerTo(line.replace('{id}', '99'), '99'));
  });
});

describe('an unreadable field is an unknown one', () => {
  test.each([
    ['GET /articles?fields[articles]={name}', 'subtitle'],
    ['GET /articles?filter[{name}]=1', 'views'],
    ['GET /articles?filter[{name}][ge]=1', 'views'],
    ['GET /articles?sort={name}', 'views'],
    ['GET /articles?sort=title,-{name}', 'publishedAt'],
    ['GET /people?include=articles.{name}', 'reviewer'],
    ['GET /articles?include={name}', 'reviewer'],
    ['GET /articles/1/{name}', 'reviewer'],
    ['GET /articles/1/relationships/{name}', 'reviewer'],
    ['OPTIONS /articles/1/relationships/{name}', 'reviewer'],
    ['GET /articles?sort={name}', 'view'],
  ])('%s of %s', async (line, name) => {
    expect(await answerTo(line.replace('{name}', name), name)).toBe(
      await answerTo(line.replace('{name}', 'zzz'), 'zzz'),
    );
  });

  test.each([
    ['attributes', 'subtitle', 'x'],
    ['relationships', 'reviewer', { data: null }],
  ])('in a request document: %s.%s', async (member, name, value) => {
    const send = (field: string): Promise<string> =>
      answerTo('PATCH /articles/1', field, { data: { type: 'articles', id: '1', [member]: { [field]: value } } });
    expect(await send(name)).toBe(await send('zzz'));
  });

  test('in the relationship of a write', async () => {
    const body = { data: null };
    expect(await answerTo('PATCH /articles/1/relationships/reviewer', 'reviewer', body)).toBe(
      await answerTo('PATCH /articles/1/relationships/zzz', 'zzz', body),
    );
  });

  test('and shows nowhere', async () => {
    const { document } = await send(server, 'GET /people?include=articles');
    const { document: list } = await send(server, 'GET /articles');
    for (const article of [...document.included, ...list.data]) {
      expect(Object.keys(article.attributes)).toEqual(['title']);
      expect(Object.keys(article.relationships)).toEqual(['author', 'comments', 'history']);
    }
  });
});

test('to look at linkage takes one call for each type, whatever the number of resources (INC-01)', async () => {
  const { server: own, calls } = guarded();
  await send(own, 'GET /comments?include=on');
  expect(calls).toEqual([
    'comments.list',
    // Which authors and articles of comments can the user read? The article is included, so it is read with its fields.
    'articles.find 1',
    'people.find 9,7,8',
    // The comments that the included article references, besides a known author.
    'articles.find 2',
  ]);
});

test('nothing is asked of the sources of types that are hidden as a whole', async () => {
  const { server: own, calls } = guarded({ people: { read: () => false } });
  const { document } = await send(own, 'GET /articles?include=author');
  expect(document.included).toEqual([]);
  expect((await send(own, 'GET /people')).document.data).toEqual([]);
  expect((await send(own, 'GET /articles/1/author')).document.data).toBeNull();
  expect(calls.filter((call) => call.startsWith('people'))).toEqual([]);
});

test('a rule that allows all changes no answer', async () => {
  const open = guarded({ articles: { read: () => true, fields: () => true }, people: { read: () => true } });
  for (const url of ['/articles?include=author,comments.author', '/people/7', '/shelves/1/items', '/articles/2']) {
    const plain = await send(createServer(blog, blogSources()), `GET ${url}`);
    expect((await send(open.server, `GET ${url}`)).document).toEqual(plain.document);
  }
});

test('two users in turns, 1,000 requests: what was planned for one never widens the view of the other', async () => {
  const own = createServer(blog, blogSources(), {
    context: ({ headers }) => headers['x-role'] as string,
    defaultAccess: 'allow',
    access: {
      articles: { fields: (role) => role === 'editor' || ['title', 'author'] },
      people: { fields: (role) => (role === 'editor' ? ['name', 'friend'] : ['name']) },
    },
  });
  const ask = async (role: string, url: string): Promise<string> =>
    JSON.stringify((await own.handle({ method: 'GET', url, headers: { 'x-role': role } })).body);
  const urls = [
    '/articles?include=author',
    '/articles/1/author',
    '/people/7',
    '/articles?include=author&fields[people]=name',
  ];
  const first = new Map<string, string>();
  for (let index = 0; index < 1000; index++) {
    const role = index % 2 === 0 ? 'editor' : 'guest';
    const url = urls[Math.floor(index / 2) % urls.length] as string;
    const text = await ask(role, url);
    expect(text).toBe(first.get(role + url) ?? text);
    first.set(role + url, text);
  }
  expect(first.get('editor/articles?include=author')).toMatch(/views.*reviewer.*friend/);
  for (const [key, text] of first) if (key.startsWith('guest')) expect(text).not.toMatch(/views|reviewer|friend/);
});
