/** The profile of related queries: the members of included relationships, filtered, sorted, and paged. */
import { attribute, defineApi, formatMediaType, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { cursorPagination } from '../cursor-pagination/cursor-pagination.ts';
import { relatedQueries } from './related-queries.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), asked) },
    relationships: { comments: toMany('comments'), author: toOne('people') },
  },
  people: { attributes: { name: attribute(z.string(), asked) }, relationships: { articles: toMany('articles') } },
  comments: {
    attributes: {
      state: attribute(z.enum(['open', 'done']), asked),
      at: attribute(z.number(), asked),
      note: z.string().optional(),
    },
    relationships: { replies: toMany('comments'), article: toOne('articles') },
  },
});

/** Comments `a` to `f`: the open ones are `a`, `c`, and `e`. */
const comments = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => ({
  id,
  state: index % 2 === 0 ? 'open' : 'done',
  at: index,
  replies: id === 'e' ? ['a', 'b', 'c'] : [],
  article: index < 5 ? '1' : '2',
}));
const data = () => ({
  articles: [
    { id: '1', title: 'x', comments: ['a', 'b', 'c', 'd', 'e'], author: '7' },
    { id: '2', title: 'y', comments: ['f'], author: '7' },
  ],
  people: [{ id: '7', name: 'Ada', articles: ['1', '2'] }],
  comments,
});

function serverOf(
  options: object = {},
  given: object = {},
  sources: object = createMemorySources(api, data() as never),
) {
  return createServer(
    api,
    sources as never,
    {
      profiles: [relatedQueries({ applied: 'always', ...given })],
      ...options,
    } as never,
  );
}
type Server = ReturnType<typeof serverOf>;

// biome-ignore lint/suspicious/noExplicitAny: documents of tests
type AnyDocument = any;
const get = async (server: Server, url: string): Promise<AnyDocument> => {
  const { status, document, problems } = await send(server, `GET ${url}`);
  expect([status, problems]).toEqual([200, []]);
  return document;
};
const problemsOf = async (url: string, server = serverOf()) => {
  const { status, problems } = await send(server, `GET ${url}`);
  return [status, ...problems];
};
const ids = (linkage: { readonly data: readonly { readonly id: string }[] }): string =>
  linkage.data.map(({ id }) => id).join('');
const hrefOf = (link: AnyDocument): string => decodeURIComponent(typeof link === 'object' ? link.href : link);
const open = 'relatedQuery[comments][filter][state]=open';
const latest = 'relatedQuery[comments][sort]=-at';

describe('GET with relatedQuery', () => {
  test('filters, sorts, and limits the linkage of each resource, and includes exactly its members', async () => {
    const url = `/articles?include=comments&${open}&${latest}&relatedQuery[comments][page][size]=2`;
    const document = await get(serverOf(), url);
    expect(document.data.map((it: AnyDocument) => ids(it.relationships.comments))).toEqual(['ec', '']);
    expect(document.included.map(({ id }: AnyDocument) => id)).toEqual(['e', 'c']);
  });

  test('does not change the primary data, whose filter and order are those of the request', async () => {
    const document = await get(serverOf(), `/articles?sort=-title&include=comments&${open}`);
    expect(document.data.map(({ id }: AnyDocument) => id)).toEqual(['2', '1']);
  });

  test('links the pages of the members, and their URL, with the same query', async () => {
    const server = serverOf();
    const url = `/articles/1?include=comments,comments.replies&${open}&${latest}&relatedQuery[comments][page][size]=2`;
    const nested = 'relatedQuery[comments.replies][sort]=-at&relatedQuery[comments.replies][page][size]=1';
    const { links } = (await get(server, `${url}&${nested}`)).data.relationships.comments;
    expect([links.prev, hrefOf(links.related)]).toEqual([
      null,
      '/articles/1/comments?filter[state]=open&sort=-at&page[size]=2',
    ]);
    expect(ids(await get(server, links.related.href))).toBe('ec');
    expect(hrefOf(links.next)).toMatch('/articles/1/relationships/comments?include=comments,comments.replies');
    expect(hrefOf(links.next)).toMatch(nested);
    const next = await get(server, links.next.href);
    expect([ids(next), next.links.next]).toEqual(['a', null]);
    const first = await get(server, next.links.first.href ?? links.first.href);
    expect(ids(first)).toBe('ec');
    expect(first.included.find(({ id }: AnyDocument) => id === 'e').relationships.replies.data).toEqual([
      { type: 'comments', id: 'c' },
    ]);
  });

  test('links pages also if all members that match are on the first', async () => {
    const { links } = (await get(serverOf(), `/articles/1?include=comments&${open}`)).data.relationships.comments;
    expect([links.prev, links.next, hrefOf(links.first)]).toEqual([
      null,
      null,
      expect.stringContaining('[state]=open'),
    ]);
  });

  test('applies to the members behind other relationships, whose links begin with the relationship', async () => {
    const nested =
      'relatedQuery[author.articles.comments][filter][state]=open&relatedQuery[author.articles.comments][page][size]=1';
    const url = `/comments/a?include=article.author.articles.comments&${nested.replaceAll('author', 'article.author')}`;
    const document = await get(serverOf({ limits: { includeDepth: 4 } }), url);
    const [one] = document.included.filter(({ type, id }: AnyDocument) => type === 'articles' && id === '1');
    expect(ids(one.relationships.comments)).toBe('a');
    expect(hrefOf(one.relationships.comments.links.next)).toContain(
      '/articles/1/relationships/comments?include=comments&filter[state]=open&page[size]=1',
    );
  });

  test('limits the members also without a filter, and the default is the page size of their URL', async () => {
    const server = serverOf({ pagination: { types: { comments: { pageSize: 2 } } } });
    const shown = async (query: string) =>
      ids((await get(server, `/articles/1?include=comments&${query}`)).data.relationships.comments);
    expect(await shown(open)).toBe('ac');
    expect(await shown('relatedQuery[comments][page][size]=4')).toBe('abcd');
    expect(await shown('')).toBe('abcde');
  });

  test('pages of cursors continue in the order of the request', async () => {
    const server = serverOf({
      profiles: [relatedQueries({ applied: 'always' }), cursorPagination({ applied: 'always' })],
    });
    const url = `/articles/1?include=comments&${latest}&relatedQuery[comments][page][size]=2`;
    const { comments: shown } = (await get(server, url)).data.relationships;
    expect(ids(shown)).toBe('ed');
    expect(ids(await get(server, shown.links.next.href))).toBe('cb');
  });

  test('calls the source once for all resources of a level', async () => {
    const calls: unknown[] = [];
    const onRequestEnd = (end: AnyDocument) => calls.push(end.sourceCalls);
    const server = serverOf({ onRequest: () => onRequestEnd });
    await get(server, `/articles?include=comments&${open}&${latest}`);
    expect(calls).toEqual([2]);
  });
});

describe('rules', () => {
  const restricted = (hidden: readonly string[]) => ({
    access: {
      articles: { read: () => true },
      people: { read: () => true },
      comments: { read: () => [{ field: 'at', operator: 'lt', values: [4] }] },
    },
    hidden,
  });

  test('hidden members are neither shown nor counted: the response is that of a world without them', async () => {
    const { access } = restricted([]);
    const url = `/articles/1?include=comments&${open}&${latest}&relatedQuery[comments][page][size]=1`;
    const seen = await get(serverOf({ access }), url);
    expect(ids(seen.data.relationships.comments)).toBe('c');
    const without = data();
    without.comments = comments.filter(({ at }) => at < 4);
    without.articles = without.articles.map((it) => ({ ...it, comments: it.comments.filter((id) => id < 'e') }));
    const world = createMemorySources(api, without as never);
    expect(await get(serverOf({ access }, {}, world), url)).toEqual(seen);
  });
});

describe('QRY-14 errors name the parameter', () => {
  test.each([
    [
      'a path that is not included',
      '/articles?relatedQuery[comments][sort]=at',
      'PARAMETER_NOT_SUPPORTED relatedQuery[comments][sort]',
    ],
    [
      'a to-one relationship',
      '/articles?include=author&relatedQuery[author][sort]=name',
      'PARAMETER_NOT_SUPPORTED relatedQuery[author][sort]',
    ],
    [
      'a field without a filter',
      '/articles?include=comments&relatedQuery[comments][filter][note]=x',
      'FILTER_NOT_SUPPORTED relatedQuery[comments][filter][note]',
    ],
    [
      'a value',
      '/articles?include=comments&relatedQuery[comments][filter][state]=x',
      'FILTER_VALUE_INVALID relatedQuery[comments][filter][state]',
    ],
    [
      'a field without an order',
      '/articles?include=comments&relatedQuery[comments][sort]=note',
      'SORT_NOT_SUPPORTED relatedQuery[comments][sort]',
    ],
    [
      'a size above the limit',
      '/articles?include=comments&relatedQuery[comments][page][size]=1000',
      'PAGE_INVALID relatedQuery[comments][page][size]',
    ],
    [
      'a later page',
      '/articles?include=comments&relatedQuery[comments][page][number]=2',
      'PARAMETER_NOT_SUPPORTED relatedQuery[comments][page][number]',
    ],
    [
      'another family',
      '/articles?include=comments&relatedQuery[comments][fields]=x',
      'PARAMETER_UNKNOWN relatedQuery[comments][fields]',
    ],
    ['no family', '/articles?include=comments&relatedQuery[comments]=x', 'PARAMETER_INVALID relatedQuery[comments]'],
    [
      'a repeated parameter',
      `/articles?include=comments&${latest}&${latest}`,
      'PARAMETER_REPEATED relatedQuery[comments][sort]',
    ],
    [
      'the relationship of the URL',
      `/articles/1/relationships/comments?include=comments&${latest}`,
      'PARAMETER_NOT_SUPPORTED relatedQuery[comments][sort]',
    ],
  ])('%s', async (_, url, problem) => {
    expect(await problemsOf(url)).toEqual([400, problem]);
  });

  test('different queries of one relationship, because a resource has one linkage', async () => {
    const include = '/comments/e?include=replies.replies';
    const one = 'relatedQuery[replies][sort]=-at';
    expect(await problemsOf(`${include}&${one}`)).toEqual([400, 'PARAMETER_NOT_SUPPORTED relatedQuery[replies][sort]']);
    expect(await problemsOf(`${include}&${one}&relatedQuery[replies.replies][sort]=-at`)).toEqual([200]);
  });

  test('a source that does not declare that it applies the query to several resources', async () => {
    const { articles, ...others } = createMemorySources(api, data() as never);
    const { related, ...rest } = articles as AnyDocument;
    const own = { ...rest, related: (...args: readonly unknown[]) => related(...args) };
    const server = serverOf({}, {}, { ...others, articles: own });
    const problem = 'PARAMETER_NOT_SUPPORTED relatedQuery[comments][filter][state]';
    expect(await problemsOf(`/articles?include=comments&${open}`, server)).toEqual([400, problem]);
    expect(await problemsOf('/articles?include=comments&relatedQuery[comments][page][size]=1', server)).toEqual([200]);
  });

  test('too many parameters', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `relatedQuery[comments][filter][f${index}]=1`).join('&');
    expect((await problemsOf(`/articles?include=comments&${many}`))[1]).toMatch('PARAMETERS_TOO_MANY');
  });

  test('a request that does not name the profile', async () => {
    const server = serverOf({}, { applied: 'on request' });
    const url = `GET /articles?include=comments&${open}`;
    expect((await send(server, url)).problems).toEqual(['PARAMETER_UNKNOWN relatedQuery[comments][filter][state]']);
    const { uri } = relatedQueries().profile;
    const accept = formatMediaType({ extensions: [], profiles: [uri] });
    expect((await send(server, url, undefined, { accept })).status).toBe(200);
  });
});
