import { defineApi, errorObject, JsonApiError } from '@linkage/core';
import { offsetStrategy, type PageRequest, type PaginationStrategy, type TotalRule } from '@linkage/core/http';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { blog, blogSources } from '../../../test/blog.ts';
import { postsServer } from '../../../test/posts.ts';
import { type AnyDocument, blogServer, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { CollectionQuery } from '../../sources/port/data-source.ts';

const size = 'page[size]=2';

describe('a total on request', () => {
  const { server } = blogServer();

  test.each([
    ['a collection', '/articles', 3, 2],
    ['a filtered collection', '/articles?filter[author]=7', 2, 1],
    ['an empty one', '/articles?filter[title]=None', 0, 1],
    ['a related collection', '/articles/1/comments', 3, 2],
    ['a filtered related collection', '/people/7/articles?filter[title]=Apes', 1, 1],
    ['linkage', '/articles/1/relationships/comments', 3, 2],
    ['empty linkage', '/articles/2/relationships/comments', 0, 1],
    ['resources of several types', '/shelves/1/items', 2, 1],
  ])('CUR-31 %s: meta.page.total and the link to the last page', async (_, url, total, last) => {
    const { document } = await send(server, `GET ${url}${url.includes('?') ? '&' : '?'}${size}&page[total]=true`);
    expect(document.meta).toEqual({ page: { total } });
    const parameters = new URL(document.links.last, 'http://localhost').searchParams;
    expect(Object.fromEntries(parameters)).toMatchObject({
      'page[number]': String(last),
      'page[size]': '2',
      'page[total]': 'true',
    });
    expect((await send(server, `GET ${document.links.last}`)).document.links.next).toBeNull();
  });

  test.each(['', '&page[total]=false'])('without it neither is there: %j', async (rest) => {
    const { document } = await send(server, `GET /articles?${size}${rest}`);
    expect(document.meta).toBeUndefined();
    expect(Object.keys(document.links)).toEqual(['self', 'first', 'prev', 'next']);
  });

  test.each([
    ['no truth value', '/articles?page[total]=1', 'PAGE_INVALID page[total]'],
    ['an empty one', '/articles?page[total]=', 'PAGE_INVALID page[total]'],
    ['a single resource does not have pages', '/articles/1?page[total]=true', 'PARAMETER_NOT_SUPPORTED page[total]'],
    ['nor has to-one', '/articles/1/author?page[total]=true', 'PARAMETER_NOT_SUPPORTED page[total]'],
  ])('QRY-13 %s: %s is rejected with 400', async (_, url, found) => {
    const { status, problems } = await send(server, `GET ${url}`);
    expect([status, ...problems]).toEqual([400, found]);
  });
});

describe('the rule', () => {
  test.each<[TotalRule, string, number, AnyDocument]>([
    ['never', '', 200, undefined],
    ['never', '&page[total]=true', 400, undefined],
    ['never', '&page[total]=false', 400, undefined],
    ['on-request', '', 200, undefined],
    ['on-request', '&page[total]=true', 200, { page: { total: 3 } }],
    ['always', '', 200, { page: { total: 3 } }],
    ['always', '&page[total]=false', 200, undefined],
  ])('%s, with %j: %i', async (total, rest, status, meta) => {
    const { server } = blogServer({ pagination: { types: { articles: { total } } } });
    const answer = await send(server, `GET /articles?${size}${rest}`);
    expect([answer.status, answer.document.meta]).toEqual([status, meta]);
    expect(Object.hasOwn(answer.document.links ?? {}, 'last')).toBe(meta !== undefined);
  });

  test('a source counts only if the response contains the total', async () => {
    const { sources } = blogServer();
    const list = vi.fn(sources.articles.list as (query: CollectionQuery) => AnyDocument);
    const server = createServer(blog, { ...blogSources(), articles: { ...sources.articles, list } });
    await send(server, 'GET /articles');
    await send(server, 'GET /articles?page[total]=true');
    expect(list.mock.calls.map(([query]) => query.total)).toEqual([false, true]);
  });
});

describe('a source that', () => {
  const answerOf = async (page: AnyDocument, url: string, total: TotalRule = 'on-request') =>
    send(postsServer({ posts: { list: () => page } }, { pagination: { total }, onError() {} }).server, `GET ${url}`);

  test('cannot count: 400 if the client requests the total, otherwise no total', async () => {
    const asked = await answerOf({ records: [] }, '/posts?page[total]=true');
    expect([asked.status, ...asked.problems]).toEqual([400, 'PARAMETER_NOT_SUPPORTED page[total]']);
    const byRule = await answerOf({ records: [] }, '/posts', 'always');
    expect([byRule.status, byRule.document.meta]).toEqual([200, undefined]);
  });

  test('counts without a request: the total is not in the response', async () => {
    expect((await answerOf({ records: [], total: 7 }, '/posts')).document.meta).toBeUndefined();
  });

  test.each([-1, 1.5, Number.NaN, '3', null])('gives %j for a total: 500', async (total) => {
    expect((await answerOf({ records: [], total }, '/posts?page[total]=true')).status).toBe(500);
  });
});

describe('if the order of a request is at fault, its page is checked', () => {
  class CountStrategy {
    readonly names = ['count'];
    readonly sizeName = 'count';
    read({ parameters, pageSize }: PageRequest) {
      const limit = Number(parameters.get('count') ?? pageSize);
      if (!(limit > 0)) {
        const source = { parameter: 'page[count]' };
        throw new JsonApiError(errorObject('PAGE_INVALID', 'page[count] must be positive.', { source }));
      }
      return { slice: { offset: 0, limit }, neighbours: () => ({}) };
    }
  }

  class SameInEveryOrder extends CountStrategy {
    readonly isOrderless = true;
  }

  test.each<[string, PaginationStrategy | undefined, string, readonly string[]]>([
    ['by the strategy of the server', undefined, 'size', ['SORT_NOT_SUPPORTED sort', 'PAGE_INVALID page[size]']],
    ['by offset', offsetStrategy, 'limit', ['SORT_NOT_SUPPORTED sort', 'PAGE_INVALID page[limit]']],
    [
      'by a strategy that is the same in every order',
      new SameInEveryOrder(),
      'count',
      ['SORT_NOT_SUPPORTED sort', 'PAGE_INVALID page[count]'],
    ],
    // Its cursor may be right for the order that the client meant.
    ['not by any other strategy', new CountStrategy(), 'count', ['SORT_NOT_SUPPORTED sort']],
    [
      'but for names that no order makes right',
      new CountStrategy(),
      'size',
      ['SORT_NOT_SUPPORTED sort', 'PAGE_INVALID page[size]'],
    ],
  ])('%s', async (_, strategy, name, expected) => {
    const server = createServer(blog, blogSources(), { pagination: strategy === undefined ? {} : { strategy } });
    const { status, problems } = await send(server, `GET /articles?sort=nope&page[${name}]=0`);
    expect([status, ...problems]).toEqual([400, ...expected]);
  });
});

test('a strategy can return the largest page as its limit, also if the server has none', async () => {
  const api = defineApi({ notes: { attributes: { text: z.string() } } });
  const limits: number[] = [];
  const strategy: PaginationStrategy = {
    names: ['size'],
    sizeName: 'size',
    read: ({ pageSizeMaximum }) => ({ slice: { offset: 0, limit: pageSizeMaximum }, neighbours: () => ({}) }),
  } as PaginationStrategy;
  const list = ({ page }: { readonly page: { readonly limit: number } }) => {
    limits.push(page.limit);
    return { records: [{ id: '1', text: 'x' }] };
  };
  for (const pageSizeMaximum of [Number.POSITIVE_INFINITY, 2 ** 40, 10]) {
    const server = createServer(api, { notes: { list } } as never, {
      limits: { pageSizeMaximum, pageSize: 5 },
      pagination: { strategy },
    });
    expect((await server.handle({ method: 'GET', url: '/notes', headers: {} })).status).toBe(200);
  }
  expect(limits).toEqual([2 ** 31 - 1, 2 ** 31 - 1, 11]);
});
