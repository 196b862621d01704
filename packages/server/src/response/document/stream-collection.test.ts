import { defineProfile } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../../core/test/runs.ts';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import { checkResponse } from '../../../test/conformance.ts';
import { type Answer, type AnyDocument, send } from '../../../test/support.ts';
import { cursorPagination } from '../../extensions/cursor-pagination/cursor-pagination.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { DataSource, Sources } from '../../sources/port/data-source.ts';

const ALL = { articles: true, people: true, comments: true, shelves: true } as const;

/** More articles, people, and comments than one batch, linked to each other in cycles. */
function manySources(): Sources<Blog> {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1);
  const other = (id: number, step: number): number => ((id * step) % 250) + 1;
  return createMemorySources(blog, {
    articles: ids.map((id) => ({
      id,
      title: `Article ${id}`,
      views: other(id, 7),
      author: other(id, 3),
      reviewer: id % 5 === 0 ? null : other(id, 11),
      comments: id % 2 === 0 ? [other(id, 13), other(id, 17)] : [],
      history: [other(id, 19)],
    })),
    people: ids.map((id) => ({ id, name: `Person ${id}`, articles: [other(id, 5)], friend: other(id, 23) })),
    comments: ids.map((id) => ({
      id,
      body: `Comment ${id}`,
      author: other(id, 29),
      on: id % 2 === 0 ? { type: 'articles', id: other(id, 31) } : { type: 'comments', id: other(id, 37) },
    })),
    shelves: ids.map((id) => ({
      id,
      label: `Shelf ${id}`,
      items: [
        { type: 'articles', id: other(id, 41) },
        { type: 'comments', id: other(id, 43) },
      ],
    })),
  });
}

/** The same data, with relationships that only `related` returns. */
function bareSources(sources: Sources<Blog>): Sources<Blog> {
  const names = new Set([...blog.types.values()].flatMap(({ relationships }) => [...relationships.keys()]));
  const bare = (record: object): object =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
  const entries = Object.entries(sources as Record<string, Required<DataSource>>).map(([type, source]) => [
    type,
    {
      ...source,
      async list(query, call) {
        const page = await source.list(query, call);
        return { ...page, records: page.records.map(bare) as never };
      },
      async *stream(query, call) {
        for (const record of (await source.stream(query, call)) as Iterable<object>) yield bare(record) as never;
      },
      find: async (ids, selection, call) => (await source.find(ids, selection, call)).map(bare) as never,
    } satisfies DataSource,
  ]);
  return Object.fromEntries(entries);
}

/** The document as a set of resources: the order of the included resources is not the same. */
function comparable(document: AnyDocument): AnyDocument {
  const { links: _, included, ...rest } = document;
  const sorted = included?.toSorted((one: AnyDocument, two: AnyDocument) =>
    `${one.type} ${one.id}` < `${two.type} ${two.id}` ? -1 : 1,
  );
  return { ...rest, included: sorted };
}

/** Like `send`, for responses without an entity tag. */
async function get(server: Server, line: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = '', url = ''] = line.split(' ');
  const response = await server.handle({ method, url, headers });
  const tagged = response.status < 400 ? { ...response.headers, ETag: '"0123456789abcdef"' } : response.headers;
  const document: AnyDocument = checkResponse({ ...response, headers: tagged }, { method, url, headers });
  return { ...response, document, problems: [] };
}

const limits = {
  pageSize: 1000,
  pageSizeMaximum: 1000,
  includedResources: 10_000,
  includedLinkage: 100_000,
  includeDepth: 5,
};

const paths = [
  'articles',
  'articles?fields[articles]=title,author',
  'articles?sort=-views,id&filter[views][gt]=100',
  'articles?include=',
  'articles?include=author',
  'articles?include=author,reviewer,comments',
  'articles?include=comments.author.friend,author',
  'articles?include=author,comments.author.friend.friend&fields[people]=name',
  'people?include=friend.friend.friend',
  'people?include=articles.author.articles',
  'articles?include=history.history.comments&filter[views][lt]=20',
  'comments?include=on',
  'comments?include=on.author,on.comments&filter[id]=1,2,3,4',
  'shelves?include=items.author',
];

// Articles in another order than that of their ids. Many are equal by `views` and `title`.
const tied = createMemorySources(blog, {
  articles: [5, 10, 1, 9, 2, 8, 3].map((id) => ({ id, title: `Title ${id % 2}`, views: id % 3 === 0 ? 2 : 1 })),
  people: [],
  comments: [],
  shelves: [],
});

const acceptCursors = 'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';

test.each([
  '',
  '?sort=views',
  '?sort=-views',
  '?sort=title,-views',
  '?sort=-title,views',
  '?sort=-id',
  '?sort=-title,id',
])('/articles%s: a stream has the order of the pages, by offset and by cursor', async (query) => {
  const idsOf = ({ document }: Answer): string[] => document.data.map(({ id }: AnyDocument) => id);
  const profiles = [cursorPagination({ key: 'k'.repeat(32) })];
  for (const headers of [{}, { accept: acceptCursors }]) {
    const access = { articles: { read: () => [{ field: 'id', operator: 'ne', values: ['3'] }] as const } };
    for (const options of [{ profiles }, { profiles, access, defaultAccess: 'allow' as const }]) {
      const line = `GET /articles${query}`;
      const paged = await send(createServer(blog, tied, options), line, undefined, headers);
      const streamed = await get(createServer(blog, tied, { ...options, stream: ALL }), line, headers);
      expect(idsOf(streamed)).toEqual(idsOf(paged));
    }
  }
});

describe.each([
  ['relationships in records', manySources(), /never/],
  ['relationships of `related`', bareSources(manySources()), /=history\.history|=on\.author/],
])('a streamed collection, %s', (_, sources, isMore) => {
  const streaming = createServer(blog, sources, { stream: ALL, limits });
  const paging = createServer(blog, sources, { limits });

  test.each(someOf(paths, 3))('%s has the resources of the whole collection in one page', async (path) => {
    const streamed = await get(streaming, `GET /${path}`);
    const paged = await send(paging, `GET /${path}`);
    expect(paged).toMatchObject({ status: 200, problems: [] });
    expect(paged.document.links).not.toHaveProperty('next', expect.any(String));
    // Where a path can come back to the primary data, its linkage is complete in any case.
    expect(comparable(streamed.document)).toMatchObject(comparable(paged.document));
    if (!isMore.test(path)) expect(comparable(streamed.document)).toEqual(comparable(paged.document));
    expect(Object.keys(streamed.document.links)).toEqual(['self']);
  });

  test('its text is that of its chunks, and the host must say that it can send them', async () => {
    const request = { method: 'GET', url: '/articles?include=author', headers: {} };
    const { body } = await streaming.handle(request);
    const { stream, body: none, headers } = await streaming.handle({ ...request, canStream: true });
    let text = '';
    let count = 0;
    for await (const chunk of stream ?? []) {
      text += chunk;
      count++;
    }
    expect(none).toBeUndefined();
    expect(text).toBe(body);
    expect(count).toBeGreaterThan(2);
    expect(headers).toEqual({
      'Content-Type': 'application/vnd.api+json',
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept',
    });
  });
});

/** A source of articles whose `stream` yields these values. */
function streamOf(values: Iterable<unknown> | AsyncIterable<unknown>): Sources<Blog> {
  return { ...blogSources(), articles: { ...blogSources().articles, stream: () => values as never } };
}

describe('what a request says', () => {
  const serve = (options: ServerOptions = {}) =>
    createServer(blog, blogSources(), { stream: { articles: true }, ...options } as never);

  test.each(['page[size]=2', 'page[number]=1', 'page[total]=true'])('with %s it gets a page', async (parameter) => {
    const { document, headers } = await send(serve(), `GET /articles?${parameter}`);
    expect(document.links).toHaveProperty('first');
    expect(headers['ETag']).toBeDefined();
  });

  test('other types have pages, and so have other URLs', async () => {
    expect((await send(serve(), 'GET /people')).document.links).toHaveProperty('first');
    expect((await send(serve(), 'GET /people/7/articles')).document.links).toHaveProperty('first');
    expect((await send(serve(), 'GET /articles/1')).headers['ETag']).toBeDefined();
  });

  test('a total that always counts follows the last record', async () => {
    const { document } = await get(serve({ pagination: { total: 'always' } }), 'GET /articles');
    expect(document.meta).toEqual({ page: { total: 3 } });
  });

  test('members of the application are added', async () => {
    const server = createServer(blog, blogSources(), {
      stream: { articles: true },
      documents: { meta: () => ({ made: 'here' }) },
      resources: {
        people: { needs: ['name'], meta: ({ name }) => ({ name }) },
        articles: { meta: ({ id }) => ({ id: `${id}` }) },
      },
    });
    const { document } = await get(server, 'GET /articles?include=author');
    expect(document.meta).toEqual({ made: 'here' });
    expect(document.data.map(({ meta }: AnyDocument) => meta)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect(document.included[0].meta).toEqual({ name: 'Gebhardt' });
  });

  test.each([
    ['HEAD', {}, 200],
    ['GET', { 'if-none-match': '"a"' }, 200],
    ['GET', { 'if-none-match': '*' }, 304],
    ['GET', { 'if-match': '*' }, 200],
    ['GET', { 'if-match': '"a"' }, 412],
  ])('%s with %j is %i, without a tag', async (method, headers, status) => {
    const answer = await get(serve(), `${method} /articles`, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('ETag');
  });

  test('included relationships with pages are cut, and linked', async () => {
    const options: ServerOptions = { pagination: { includedSize: 2 } };
    const streamed = await get(serve(options), 'GET /articles?include=comments');
    const paged = await send(createServer(blog, blogSources(), options), 'GET /articles?include=comments');
    expect(streamed.document.data[0].relationships.comments.links).toHaveProperty('next');
    expect(comparable(streamed.document)).toEqual(comparable(paged.document));
  });

  test('a source can yield records, arrays of records, or both', async () => {
    const [one, two, three] = [1, 2, 3].map((id) => ({ id, title: `Article ${id}` }));
    const server = createServer(blog, streamOf([one, [], [two, three]]), { stream: { articles: true } });
    const { document } = await get(server, 'GET /articles');
    expect(document.data.map(({ id }: AnyDocument) => id)).toEqual(['1', '2', '3']);
  });

  test.each([
    ['a record twice', [{ id: 1 }, { id: 1 }]],
    ['a record without an id', [{ title: 'None' }]],
    ['a promise', [Promise.resolve({ id: 1 })]],
    ['a string', 'text'],
    ['undefined', [undefined]],
  ])('%s is an error of the source', async (_, values) => {
    const errors: unknown[] = [];
    const server = createServer(blog, streamOf(values as never), {
      stream: { articles: true },
      onError: (error) => void errors.push(error),
    });
    expect((await send(server, 'GET /articles')).status).toBe(500);
    expect(errors).toEqual([expect.any(TypeError)]);
  });
});

describe('access rules', () => {
  const access = {
    articles: {
      read: () => [{ field: 'views', operator: 'ge', values: [20] }],
      fields: () => ['title', 'author', 'comments'],
    },
    people: { read: () => [{ field: 'name', values: ['Gebhardt'] }] },
    comments: { read: () => [{ field: 'body', values: ['Again'] }] },
  } as const;

  test.each(['articles', 'articles?include=author,comments.author', 'people', 'comments?include=on,author'])(
    '%s shows what a page shows',
    async (path) => {
      for (const sources of [blogSources(), bareSources(blogSources())]) {
        // Without the statement, the server checks each record itself.
        const plain = Object.fromEntries(
          Object.entries(sources).map(([type, source]) => [type, { ...source, appliesFilters: undefined }]),
        );
        for (const given of [sources, plain] as Sources<Blog>[]) {
          const streamed = await get(
            createServer(blog, given, { stream: ALL, defaultAccess: 'allow', access } as never),
            `GET /${path}`,
          );
          const paged = await send(
            createServer(blog, given, { defaultAccess: 'allow', access } as never),
            `GET /${path}`,
          );
          expect(streamed.status).toBe(200);
          expect(comparable(streamed.document)).toEqual(comparable(paged.document));
        }
      }
    },
  );

  test('a record that does not match the conditions ends the stream', async () => {
    const { appliesFilters: _, ...articles } = blogSources().articles;
    const leaking = {
      ...articles,
      stream: () =>
        [
          { id: 1, views: 30 },
          { id: 2, views: 10 },
        ] as never,
    };
    const server = createServer(blog, { ...blogSources(), articles: leaking }, {
      stream: { articles: true },
      defaultAccess: 'allow',
      access,
      onError: () => undefined,
    } as never);
    expect((await send(server, 'GET /articles')).status).toBe(500);
  });

  test('a user who can read nothing gets an empty collection, and no source is called', async () => {
    const server = createServer(blog, streamOf({} as never), {
      stream: { articles: true },
      defaultAccess: 'allow',
      access: { articles: { read: () => false } },
    });
    expect((await get(server, 'GET /articles')).document.data).toEqual([]);
  });
});

test('a profile adds the meta of identifiers whose resources are part of the batch', async () => {
  const profile = defineProfile({ uri: 'https://example.com/profiles/names' });
  const identifier = (record: AnyDocument) => ({ name: record.name ?? record.title });
  const meta = { needs: { articles: ['title'], people: ['name'] }, identifier };
  const profiles = [{ profile, meta, applied: 'always' as const }];
  const [streamed, paged] = await Promise.all([
    get(createServer(blog, blogSources(), { stream: ALL, profiles }), 'GET /articles?include=author'),
    send(createServer(blog, blogSources(), { profiles }), 'GET /articles?include=author'),
  ]);
  expect(streamed.document.data[0].relationships.author.data.meta).toEqual({ name: 'Gebhardt' });
  expect(streamed.document.data).toEqual(paged.document.data);
  // The articles that the included people link to belong to an earlier batch.
  const [person] = streamed.document.included;
  expect(person.relationships.articles.data).toEqual([
    { type: 'articles', id: '1' },
    { type: 'articles', id: '2' },
  ]);
});

describe('the option', () => {
  test.each([
    [{ article: true }, /"article".*articles/],
    [{ articles: 'yes' }, /stream\.articles must be a boolean, but it is/],
    [{ notes: true }, /the source of "notes" must have the method `stream`/],
  ])('%j is a TypeError', (stream, message) => {
    expect(() => createServer(blog, blogSources(), { stream } as never)).toThrow(TypeError);
    expect(() => createServer(blog, blogSources(), { stream } as never)).toThrow(message);
  });

  test('false is as if it were not there', async () => {
    const server = createServer(blog, blogSources(), { stream: { articles: false } });
    expect((await send(server, 'GET /articles')).document.links).toHaveProperty('first');
  });

  test('a filter that the source does not declare to apply is rejected', async () => {
    const { appliesFilters: _, ...articles } = blogSources().articles;
    const server = createServer(blog, { ...blogSources(), articles } as never, { stream: { articles: true } });
    const { problems } = await send(server, 'GET /articles?filter[title][contains]=a');
    expect(problems).toEqual(['FILTER_NOT_SUPPORTED filter[title][contains]']);
  });
});
