/** `inverse` and `onDelete` of the declaration, over the memory sources of a server. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { createMemorySources, createServer, memoryRecords, type ServerOptions } from '../index.ts';

const api = defineApi({
  articles: {
    clientGeneratedIds: true,
    relationships: {
      author: toOne('people', { inverse: 'articles' }),
      tags: toMany('tags', { inverse: 'articles' }),
      draft: toOne('drafts', { inverse: 'article' }),
    },
  },
  people: { relationships: { articles: toMany('articles'), friends: toMany('people', { inverse: 'friends' }) } },
  tags: { relationships: { articles: toMany('articles') } },
  drafts: { relationships: { article: toOne('articles') } },
  lines: {
    relationships: {
      article: toOne('articles', { onDelete: 'cascade' }),
      holder: toOne('people', { required: true }),
    },
  },
});
const records = {
  articles: [{ id: '1', author: '9', tags: ['a', 'b'], draft: 'x' }, { id: '2' }],
  people: [
    { id: '8', articles: ['2'] },
    { id: '9', friends: ['8'] },
  ],
  tags: [{ id: 'a' }, { id: 'b' }],
  drafts: [{ id: 'x' }, { id: 'y' }],
  lines: [{ id: 'l', article: '1', holder: '8' }],
};

function start(options: ServerOptions<unknown, typeof api> = {}) {
  const server = createServer(api, createMemorySources(api, records), options);
  const send = async (line: string, data?: unknown) => {
    const [method = '', url = ''] = line.split(' ');
    const headers = data === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const answer = await server.handle({
      method,
      url,
      headers,
      body: data === undefined ? undefined : JSON.stringify({ data }),
    });
    return { status: answer.status, document: answer.body === undefined ? undefined : JSON.parse(String(answer.body)) };
  };
  const linkage = async (url: string): Promise<string> => {
    const { data } = (await send(`GET ${url}`)).document;
    return [data]
      .flat()
      .map((it: { id: string } | null) => it?.id ?? 'null')
      .join();
  };
  return { send, linkage };
}
const article = (id: string) => ({ type: 'articles', id });

describe('initial records', () => {
  test('can contain either of them', async () => {
    const { linkage } = start();
    expect(await linkage('/people/9/relationships/articles')).toBe('1');
    expect(await linkage('/articles/2/relationships/author')).toBe('8');
    expect(await linkage('/tags/a/relationships/articles')).toBe('1');
    expect(await linkage('/drafts/x/relationships/article')).toBe('1');
    expect(await linkage('/people/8/relationships/friends')).toBe('9');
  });

  test('must not contradict each other', () => {
    const people = [{ id: '8', articles: ['1'] }, { id: '9' }];
    expect(() => createMemorySources(api, { articles: [{ id: '1', author: '9' }], people })).toThrow(
      'createMemorySources: articles "1": `author` must be people "8", because that record contains the inverse, but it is "9".',
    );
  });
});

describe('a write of one side changes the other', () => {
  test.each<[string, string, unknown, Record<string, string>]>([
    [
      'to-one',
      'PATCH /articles/1/relationships/author',
      { type: 'people', id: '8' },
      {
        '/people/8/relationships/articles': '2,1',
        '/people/9/relationships/articles': '',
      },
    ],
    ['to-one to nothing', 'PATCH /articles/1/relationships/author', null, { '/people/9/relationships/articles': '' }],
    [
      'to-many, replaced: the earlier author loses the article',
      'PATCH /people/9/relationships/articles',
      [article('2')],
      {
        '/articles/1/relationships/author': 'null',
        '/articles/2/relationships/author': '9',
        '/people/8/relationships/articles': '',
      },
    ],
    [
      'to-many on both relationships',
      'DELETE /tags/a/relationships/articles',
      [article('1')],
      { '/articles/1/relationships/tags': 'b' },
    ],
    [
      'to-one on both relationships',
      'PATCH /drafts/y/relationships/article',
      article('1'),
      {
        '/articles/1/relationships/draft': 'y',
        '/drafts/x/relationships/article': 'null',
      },
    ],
    [
      'of the type itself',
      'POST /people/8/relationships/friends',
      [{ type: 'people', id: '8' }],
      {
        '/people/8/relationships/friends': '9,8',
      },
    ],
    [
      'a new resource',
      'POST /articles',
      { type: 'articles', id: '3', relationships: { author: { data: { type: 'people', id: '9' } } } },
      {
        '/people/9/relationships/articles': '1,3',
      },
    ],
  ])('%s: %s', async (_, line, data, expected) => {
    const { send, linkage } = start();
    expect((await send(line, data)).status).toBeLessThan(300);
    for (const [url, ids] of Object.entries(expected)) expect([url, await linkage(url)]).toEqual([url, ids]);
  });

  test('a related resource that does not exist does not have an inverse relationship', async () => {
    const sources = createMemorySources(api, { ...records, articles: [{ id: '1', author: 'gone' }] });
    const call = { context: undefined, signal: new AbortController().signal };
    const updateRelationship = (id: string | null) =>
      sources.articles?.updateRelationship?.('1', 'author', { replace: id && { type: 'people', id } } as never, call);
    for (const id of ['lost', null, '9']) expect(await updateRelationship(id)).toBe(true);
    const { people = [], articles = [] } = await memoryRecords(sources);
    expect(articles).toMatchObject([{ id: '1', author: { type: 'people', id: '9' } }]);
    expect(people).toMatchObject([{ id: '8' }, { id: '9', articles: [{ type: 'articles', id: '1' }] }]);
  });

  test('both relationships must allow it', async () => {
    const { send, linkage } = start({
      defaultAccess: 'allow',
      access: { people: { updateRelationship: () => false } },
    });
    expect((await send('PATCH /articles/1/relationships/author', null)).status).toBe(403);
    expect(await linkage('/people/9/relationships/articles')).toBe('1');
  });
});

describe('a deletion', () => {
  test('removes the resource from the inverse relationship, and deletes what `cascade` says', async () => {
    const { send, linkage } = start();
    expect((await send('DELETE /articles/1')).status).toBe(204);
    expect((await send('GET /lines/l')).status).toBe(404);
    expect(await linkage('/people/9/relationships/articles')).toBe('');
    expect(await linkage('/tags/a/relationships/articles')).toBe('');
  });

  test('of a resource that another one requires is rejected, until nothing requires it', async () => {
    const { send } = start();
    const { status, document } = await send('DELETE /people/8');
    expect([status, document.errors[0].code]).toEqual([409, 'CONSTRAINT_VIOLATED']);
    expect((await send('GET /people/8')).status).toBe(200);
    await send('DELETE /lines/l');
    expect((await send('DELETE /people/8')).status).toBe(204);
  });
});

test('a resource whose only member is itself leaves its own inverse relationship when another one takes it', async () => {
  const steps = defineApi({
    steps: {
      relationships: { next: toOne('steps', { inverse: 'earlier' }), earlier: toMany('steps', { inverse: 'next' }) },
    },
  });
  const server = createServer(steps, createMemorySources(steps, { steps: [{ id: '1', next: '1' }, { id: '2' }] }));
  const send = async (method: string, url: string, body?: object) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const answer = await server.handle({ method, url, headers, body: body && JSON.stringify(body) });
    return answer.body === undefined ? answer.status : JSON.parse(String(answer.body)).data;
  };
  const one = { type: 'steps', id: '1' };
  expect(await send('POST', '/steps/2/relationships/earlier', { data: [one] })).toBe(204);
  expect(await send('GET', '/steps/1/relationships/earlier')).toEqual([]);
  expect(await send('GET', '/steps/2/relationships/earlier')).toEqual([one]);
});
