import { offsetStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { blogServer, identities, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { PaginationOptions } from './page-rules.ts';

const pagination: PaginationOptions<typeof blog> = {
  types: {
    articles: { pageSize: 1, pageSizeMaximum: 2 },
    comments: { strategy: offsetStrategy, pageSizeMaximum: 1000, total: 'never' },
  },
};

describe('each type has its own rules', () => {
  const { server } = blogServer({ pagination, limits: { pageSize: 2 } });

  test.each([
    ['LIM-02 the default of the type', '/articles', 200, ['articles 1'], []],
    ['up to the maximum of the type', '/articles?page[size]=2', 200, ['articles 1', 'articles 2'], []],
    ['CUR-12 over it', '/articles?page[size]=3', 400, [], ['PAGE_INVALID page[size]']],
    ['the default of the server', '/people', 200, ['people 7', 'people 8'], []],
    ['its maximum is 100', '/people?page[size]=101', 400, [], ['PAGE_INVALID page[size]']],
    ['a related collection goes by its own type', '/people/7/articles', 200, ['articles 1'], []],
    ['and so does linkage', '/articles/1/relationships/comments?page[limit]=1', 200, ['comments 4'], []],
    ['a maximum larger than the server’s', '/comments?page[limit]=1000&page[offset]=2', 200, ['comments 6'], []],
    ['another strategy takes other names', '/comments?page[size]=1', 400, [], ['PAGE_INVALID page[size]']],
    ['several types: the narrowest', '/shelves/1/items?page[size]=3', 400, [], ['PAGE_INVALID page[size]']],
    ['several types: the strategy of the server', '/shelves/1/items?page[size]=1', 200, ['articles 2'], []],
    [
      'several types: not counted when one is not',
      '/shelves/1/items?page[total]=true',
      400,
      [],
      ['PARAMETER_NOT_SUPPORTED page[total]'],
    ],
  ])('%s: %s', async (_, url, status, data, problems) => {
    const answer = await send(server, `GET ${url}`);
    expect([answer.status, answer.problems]).toEqual([status, problems]);
    if (status === 200) expect(identities(answer.document.data)).toEqual(data);
  });

  test('an error names the allowed sizes', async () => {
    const detail = async (url: string) => (await send(server, `GET ${url}`)).document.errors[0].detail;
    expect(await detail('/articles?page[size]=3')).toBe('`page[size]` must be at most 2, but it is 3.');
    expect(await detail('/articles?page[limit]=3')).toMatch(/`page\[number\]`, `page\[size\]`, `page\[total\]`\.$/);
    expect(await detail('/comments?page[size]=3')).toMatch(/`page\[offset\]`, `page\[limit\]`\.$/);
  });
});

describe('createServer', () => {
  test.each<[string, object]>([
    ['rules for a type there is not', { types: { nope: {} } }],
    ['a page of nothing', { types: { articles: { pageSize: 0 } } }],
    ['a default without end', { types: { articles: { pageSize: Number.POSITIVE_INFINITY } } }],
    ['a default larger than the maximum', { types: { articles: { pageSize: 3, pageSizeMaximum: 2 } } }],
    ['a maximum that is not a number', { types: { articles: { pageSizeMaximum: '2' } } }],
    ['an included size of nothing', { includedSize: 0 }],
    ['half a member', { includedSize: 1.5 }],
    ['a rule for totals there is not', { total: 'sometimes' }],
  ])('rejects %s', (_, options) => {
    expect(() =>
      createServer(blog, withRest(blog, {}), { pagination: options as PaginationOptions<typeof blog> }),
    ).toThrow(TypeError);
  });

  test('a maximum of the type that is below the default of the server lowers it', async () => {
    const { server } = blogServer({ pagination: { types: { people: { pageSizeMaximum: 1 } } } });
    expect(identities((await send(server, 'GET /people')).document.data)).toEqual(['people 7']);
  });
});
