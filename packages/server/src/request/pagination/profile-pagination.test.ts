import { defineProfile, errorObject, type FilterLanguage, formatMediaType, JsonApiError } from '@linkage/core';
import { type FoundPage, offsetStrategy, type PageRequest, type PaginationStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { SourcePage } from '../../sources/port/data-source.ts';

const profile = defineProfile({ uri: 'https://example.com/profiles/offset', parameters: ['page'] });
const profiled = { accept: formatMediaType({ extensions: [], profiles: [profile.uri] }) };
const later = <Value>(value: Value): Promise<Value> => new Promise((resolve) => setTimeout(resolve, 1, value));

function serverWith(options: ServerOptions, list?: () => SourcePage<never>) {
  const sources = blogSources();
  const articles = list === undefined ? sources.articles : { ...sources.articles, list };
  return createServer(blog, { ...sources, articles }, { onError: () => undefined, ...options } as never);
}

/** Offset pages, with what their strategy was asked. */
function spyStrategy(isAsync: boolean) {
  const requests: PageRequest[] = [];
  const found: FoundPage[] = [];
  const strategy: PaginationStrategy = {
    ...offsetStrategy,
    read(request) {
      requests.push(request);
      const read = () => {
        const page = offsetStrategy.read(request);
        const neighbours = (it: FoundPage) => {
          found.push(it);
          return page.neighbours(it);
        };
        return { ...page, neighbours };
      };
      return isAsync ? later(undefined).then(read) : read();
    },
  };
  return { strategy, requests, found };
}

describe('pagination of a profile', () => {
  const options: ServerOptions = {
    profiles: [{ profile, pagination: offsetStrategy }],
    pagination: { types: { people: { strategy: { ...offsetStrategy } }, comments: { includedSize: 1 } } },
  };

  test('applies as long as the profile is applied', async () => {
    const server = serverWith(options);
    const applied = await send(server, 'GET /articles?page[limit]=1', undefined, profiled);
    expect(applied.document.links.next).toMatchObject({ href: '/articles?page%5Blimit%5D=1&page%5Boffset%5D=1' });
    expect((await send(server, 'GET /articles?page[limit]=1')).problems).toEqual(['PAGE_INVALID page[limit]']);
    expect((await send(server, 'GET /articles?page[size]=1', undefined, profiled)).problems).toEqual([
      'PAGE_INVALID page[size]',
    ]);
    expect((await send(server, 'GET /articles?page[size]=1')).status).toBe(200);
  });

  test('does not change a type that has its own strategy', async () => {
    const { requests, strategy } = spyStrategy(false);
    const server = serverWith({
      profiles: [{ profile, pagination: strategy }],
      pagination: { types: { people: { strategy: offsetStrategy } } },
    });
    await send(server, 'GET /people', undefined, profiled);
    expect(requests).toEqual([]);
    await send(server, 'GET /shelves/1/items', undefined, profiled);
    expect(requests.map(({ types }) => types)).toEqual([['articles', 'comments']]);
  });

  test('limits included relationships, and their links contain the profile', async () => {
    const { document } = await send(serverWith(options), 'GET /articles/1?include=comments', undefined, profiled);
    const { next } = document.data.relationships.comments.links;
    expect(next.href).toContain('page%5Blimit%5D=1&page%5Boffset%5D=1');
    expect(next.type).toBe(profiled.accept);
  });
});

describe.each([false, true])('a strategy whose read is a promise: %j', (isAsync) => {
  test('receives the filter, the types, the applied profiles, and the context', async () => {
    const { strategy, requests } = spyStrategy(isAsync);
    const server = serverWith({
      context: () => later('me') as never,
      profiles: [{ profile, pagination: strategy, applied: 'always' }],
    });
    expect((await send(server, 'GET /articles?filter[author]=7&sort=title')).status).toBe(200);
    expect(requests).toMatchObject([
      {
        filter: [{ field: 'author', values: ['7'] }],
        types: ['articles'],
        profiles: [profile.uri],
        context: 'me',
        url: '/articles',
      },
    ]);
  });

  test.each([
    ['a collection', '/articles?page[limit]=1', 1],
    ['related resources', '/articles/1/comments?page[limit]=2', 2],
    ['linkage', '/articles/1/relationships/comments?page[limit]=2', 2],
  ])('pages %s', async (_, url, size) => {
    const server = serverWith({ pagination: { strategy: spyStrategy(isAsync).strategy } });
    expect((await send(server, `GET ${url}`)).document.data).toHaveLength(size);
  });

  test('pages included relationships, each with its URL', async () => {
    const { strategy, requests } = spyStrategy(isAsync);
    const server = serverWith({ pagination: { strategy, types: { comments: { includedSize: 1 } } } });
    const { document } = await send(server, 'GET /articles/1?include=comments');
    expect(document.included).toHaveLength(1);
    expect(document.data.relationships.comments.links.next).toContain('offset%5D=1');
    expect(requests.map(({ url }) => url)).toContain('/articles/1/relationships/comments');
  });

  test('pages included relationships that records do not contain', async () => {
    const { strategy } = spyStrategy(isAsync);
    const { articles, ...sources }: AnyDocument = blogSources();
    const find = async (...given: readonly AnyDocument[]) =>
      (await articles.find(...given)).map(({ comments: _, ...record }: AnyDocument) => record);
    const pagination = { strategy, types: { comments: { includedSize: 2 } } };
    const server = createServer(blog, { ...sources, articles: { ...articles, find } } as never, { pagination });
    const { document } = await send(server, 'GET /articles/1?include=comments');
    const { data, links } = document.data.relationships.comments;
    expect([data.length, document.included.length]).toEqual([2, 2]);
    expect(links.next).toContain('offset%5D=2');
  });

  test('reports its errors together with the errors of all other parameters', async () => {
    const server = serverWith({ pagination: { strategy: spyStrategy(isAsync).strategy } });
    const bad = await send(server, 'GET /articles?page[limit]=0&page[x]=1&page[total]=2');
    expect(bad.problems).toEqual(['PAGE_INVALID page[x]', 'PAGE_INVALID page[total]', 'PAGE_INVALID page[limit]']);
    const worse = await send(server, 'GET /articles?page[limit]=0&include=nope');
    expect([...worse.problems].sort()).toEqual(['PAGE_INVALID page[limit]', 'RELATIONSHIP_PATH_UNKNOWN include']);
  });

  test('is a 500 if it fails or does not return a page', async () => {
    for (const result of [undefined, 'public', {}]) {
      const read = () => (isAsync ? later(result) : result) as never;
      const server = serverWith({ pagination: { strategy: { ...offsetStrategy, read } } });
      expect((await send(server, 'GET /articles')).status).toBe(500);
    }
    const reject = () => {
      const error = new JsonApiError(errorObject('PAGE_INVALID', 'No.', { source: { parameter: 'page[limit]' } }));
      if (isAsync) return Promise.reject(error) as never;
      throw error;
    };
    const server = serverWith({ pagination: { strategy: { ...offsetStrategy, read: reject } } });
    expect((await send(server, 'GET /articles')).problems).toEqual(['PAGE_INVALID page[limit]']);
  });
});

describe('prev and next of a page', () => {
  const records = [1, 2, 3].map((id) => ({ id: String(id), title: 'A' })) as never[];
  const positions = [1, 2, 3];
  const cases: readonly [string, object, Partial<SourcePage<never>>, Partial<FoundPage>][] = [
    ['the first of more', { offset: 0 }, {}, { hasMore: true, hasPrevious: false, hasNext: true }],
    ['a later one, the last', { offset: 4 }, { records: [records[0] as never] }, { hasPrevious: true, hasNext: false }],
    ['one behind the end', { offset: 4 }, { records: [] }, { hasPrevious: undefined, hasNext: false }],
    ['behind a position', { after: 1 }, {}, { hasPrevious: undefined, hasNext: true }],
    ['the same, declared', { after: 1 }, { hasPrevious: true }, { hasPrevious: true, hasNext: true }],
    ['before a position', { before: 9 }, {}, { hasMore: true, hasPrevious: true, hasNext: undefined }],
    ['the same, declared', { before: 9 }, { hasNext: false }, { hasPrevious: true, hasNext: false }],
    ['one that the source cut', { offset: 0 }, { records: records.slice(1), hasNext: true }, { hasMore: true }],
    [
      'between positions',
      { after: 0, before: 4 },
      { records: records.slice(1), hasNext: true, hasPrevious: true },
      { hasMore: false, hasPrevious: true, hasNext: true },
    ],
    ['more between positions', { after: 0, before: 4 }, {}, { hasMore: true, hasPrevious: undefined, hasNext: true }],
  ];

  test.each(cases)('%s: %j with %j', async (_, slice, given, expected) => {
    const found: FoundPage[] = [];
    const isPlaced = 'offset' in slice ? {} : { positions: true };
    const strategy: PaginationStrategy = {
      ...offsetStrategy,
      read: () => ({
        slice: { offset: 0, limit: 2, ...isPlaced, ...slice },
        neighbours(page) {
          found.push(page);
          return { prev: null, next: null };
        },
      }),
    };
    const list = () => {
      const page = { records, ...given };
      return { ...page, positions: positions.slice(0, page.records.length) };
    };
    expect((await send(serverWith({ pagination: { strategy } }, list), 'GET /articles')).status).toBe(200);
    expect(found[0]).toMatchObject(expected);
  });
});

describe('an estimate of the total (CUR-32)', () => {
  const ask = async (estimatedTotal: unknown, total: 'always' | 'never' | 'on-request' = 'on-request') => {
    const list = () => ({ records: [], estimatedTotal, total: 4 }) as never;
    const { status, document }: AnyDocument = await send(serverWith({ pagination: { total } }, list), 'GET /articles');
    return [status, document.meta];
  };

  test.each([
    ['is shown', { bestGuess: 100 }, 'on-request', 200, { page: { estimatedTotal: { bestGuess: 100 } } }],
    ['may know nothing', {}, 'on-request', 200, { page: { estimatedTotal: {} } }],
    ['joins the total', { bestGuess: 5 }, 'always', 200, { page: { estimatedTotal: { bestGuess: 5 }, total: 4 } }],
    ['is kept where totals are', { bestGuess: 100 }, 'never', 200, undefined],
    ['is absent', undefined, 'on-request', 200, undefined],
    ['is not a number', 100, 'on-request', 500, undefined],
    ['is not a whole number', { bestGuess: 1.5 }, 'on-request', 500, undefined],
  ] as const)('%s: %j with %s', async (_, estimate, total, status, meta) => {
    expect(await ask(estimate, total)).toEqual([status, meta]);
  });

  test.each([
    ['of the source', { estimatedTotal: { bestGuess: 100 } }, 'on-request', 200, { bestGuess: 100 }],
    ['of a source that has counted', { total: 4 }, 'always', 200, { bestGuess: 4 }],
    ['of a source that cannot tell', {}, 'on-request', 400, undefined],
    ['of a hidden total', { total: 4 }, 'never', 400, undefined],
  ] as const)('page[total]=estimate, %s', async (_, found, total, status, estimatedTotal) => {
    const asked: unknown[] = [];
    const list = (query: { readonly total: boolean; readonly estimatedTotal?: boolean }) => {
      asked.push([query.total, query.estimatedTotal]);
      return { records: [], ...found } as never;
    };
    const answer: AnyDocument = await send(
      serverWith({ pagination: { total } }, list as never),
      'GET /articles?page[total]=estimate',
    );
    expect([answer.status, answer.document.meta?.page?.estimatedTotal]).toEqual([status, estimatedTotal]);
    expect(answer.document.meta?.page?.total).toBeUndefined();
    expect(asked).toEqual(total === 'never' ? [] : [[false, true]]);
  });
});

describe('a filter language of the application', () => {
  /** `filter[views][from]=1&filter[views][to]=9`: it expects both. */
  const range: FilterLanguage = (parameters, reader) => {
    const items = ['from', 'to'].map((name) => {
      const found = parameters.find(({ brackets }) => brackets[1] === name);
      if (found === undefined) throw new Error(`\`${name}\` is missing.`);
      return found.value;
    });
    const condition = reader.condition({ field: 'views', operator: 'between', items, parameter: 'filter[views]' });
    return condition === undefined ? [] : [condition];
  };
  const both = 'filter[views][from]=15&filter[views][to]=25';

  test('reads all its parameters together, also if another parameter is invalid', async () => {
    const failures: unknown[] = [];
    const server = serverWith({ filterLanguage: range, onError: (error) => failures.push(error) });
    expect((await send(server, `GET /articles?${both}`)).document.data).toHaveLength(1);
    const { problems } = await send(server, `GET /articles?${both}&include=nope&page[size]=0`);
    expect([...problems].sort()).toEqual(['PAGE_INVALID page[size]', 'RELATIONSHIP_PATH_UNKNOWN include']);
    expect(failures).toEqual([]);
  });

  test('that throws is a 500, whatever the other parameters are', async () => {
    const failures: unknown[] = [];
    const server = serverWith({ filterLanguage: range, onError: (error) => failures.push(String(error)) });
    const { status, document } = await send(server, 'GET /articles?filter[views][from]=1&page[size]=0&include=nope');
    expect([status, document.errors.map(({ code }: AnyDocument) => code)]).toEqual([500, ['INTERNAL_ERROR']]);
    expect(failures).toEqual(['Error: `to` is missing.']);
  });
});
