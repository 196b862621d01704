import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

// Article 2 and comment 4 are hidden.
const options: ServerOptions<unknown, Blog> = {
  defaultAccess: 'allow',
  access: {
    articles: { read: () => [{ field: 'title', values: ['Bikes', 'Cars'] }] },
    comments: { read: () => [{ field: 'body', values: ['Better', 'Again'] }] },
  },
  pagination: { includedSize: 1 },
};

describe('pages hold what the user sees', () => {
  const server = createServer(blog, blogSources(), options);

  test('totals and the last page count nothing that is hidden', async () => {
    for (const [url, total] of [
      ['/articles', 2],
      ['/articles/1/comments', 2],
      ['/articles/1/relationships/comments', 2],
      ['/shelves/1/items', 0],
    ]) {
      const { document } = await send(server, `GET ${url}?page[size]=1&page[total]=true`);
      expect([url, document.meta.page.total]).toEqual([url, total]);
      expect(document.links.last).toMatch(`number%5D=${Math.max(1, Number(total))}`);
    }
  });

  test('an included relationship is cut from what is shown, and its links lead to the rest of that', async () => {
    const { document } = await send(server, 'GET /articles/1?include=comments');
    const { comments } = document.data.relationships;
    expect(identities(comments.data)).toEqual(['comments 5']);
    const next = (await send(server, `GET ${comments.links.next}`)).document;
    expect([identities(next.data), next.links.next]).toEqual([['comments 6'], null]);
  });

  test('what is hidden leaves no link behind: the one member that is shown is all there is', async () => {
    const { document } = await send(server, 'GET /people/7?include=articles');
    const { articles } = document.data.relationships;
    expect([identities(articles.data), Object.keys(articles.links)]).toEqual([['articles 1'], ['self', 'related']]);
  });

  test('a write that shows its linkage shows what a GET does', async () => {
    const own = createServer(blog, blogSources(), options);
    const url = '/articles/1/relationships/comments?page[size]=5';
    const { status, document } = await send(own, `POST ${url}`, { data: [{ type: 'comments', id: '6' }] });
    expect([status, identities(document.data)]).toEqual([200, ['comments 5', 'comments 6']]);
  });
});

// A database estimates by statistics of all rows, so an estimate with a filter says how frequent a value is in hidden ones.
describe('an estimate is a count if the user cannot read all resources', () => {
  type List = NonNullable<DataSource['list']>;
  const guessed = blogSources();
  const counting = guessed.articles.list as unknown as List;
  const list: List = async (query, call) => {
    const page = await counting({ ...query, estimatedTotal: undefined }, call);
    return query.estimatedTotal ? { ...page, total: undefined, estimatedTotal: { bestGuess: 999 } } : page;
  };
  const sources = { ...guessed, articles: { ...guessed.articles, list } as never };
  const ofArticles: AccessRules<Blog> = {
    articles: { read: () => [{ field: 'views', operator: 'ge', values: [20] }] },
  };
  const ofPeople: AccessRules<Blog> = { people: { read: () => [{ field: 'name', values: ['Katz'] }] } };
  const rows: readonly (readonly [name: string, access: AccessRules<Blog>, query: string, wanted: number])[] = [
    ['all resources', {}, '', 999],
    ['all resources, with a filter', {}, '&filter[title]=Apes', 999],
    ['some resources', ofArticles, '', 2],
    ['some resources, with a filter', ofArticles, '&filter[title]=Apes', 0],
    ['no resources', { articles: { read: () => false } }, '', 0],
    ['some people', ofPeople, '&filter[author.name]=Gebhardt', 0],
  ];

  test.each(rows)('%s', async (_, access, query, wanted) => {
    const server = createServer(blog, sources, { defaultAccess: 'allow', access });
    const { document } = await send(server, `GET /articles?page[total]=estimate${query}`);
    expect(document.meta.page).toEqual({ estimatedTotal: { bestGuess: wanted } });
  });
});
