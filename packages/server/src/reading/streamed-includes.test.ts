import { defineProfile } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, identities, recordCalls } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource, Sources } from '../sources/port/data-source.ts';

/** Two batches and a half. */
const COUNT = 250;

function articlesOf(records: (id: number) => object): DataSource<Blog, 'articles'> {
  return {
    ...blogSources().articles,
    *stream() {
      for (let id = 1; id <= COUNT; id++) yield { id, title: `Article ${id}`, ...records(id) } as never;
    },
  };
}

/** Any person or comment that is asked for exists. */
const found: Partial<Sources<Blog>> = {
  people: { find: (ids) => ids.map((id) => ({ id, name: `Person ${id}`, friend: Number(id) + 1000 })) },
  comments: { find: (ids) => ids.map((id) => ({ id, body: `Comment ${id}`, author: 7, on: null })) },
};

async function get(sources: Partial<Sources<Blog>>, url: string): Promise<AnyDocument> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = createServer(blog, withRest(blog, sources), { stream: { articles: true }, onError });
  const { body = '' } = await server.handle({ method: 'GET', url, headers: {} });
  expect(errors).toEqual([]);
  return JSON.parse(body);
}

describe('calls', () => {
  test('of `find` are for 100 included resources at a time, and for each resource once', async () => {
    const articles = articlesOf((id) => ({ author: id % 150, reviewer: id % 120 }));
    const { sources, calls } = recordCalls({ ...blogSources(), ...found, articles });
    const { data, included } = await get(sources, '/articles?include=author,reviewer');
    expect([data.length, included.length]).toEqual([COUNT, 150]);
    const finds = calls.filter((call) => call.startsWith('people.find '));
    expect(finds.map((call) => call.split(',').length)).toEqual([100, 50]);
  });

  test('of `related` are for 100 records at a time', async () => {
    const articles: DataSource<Blog, 'articles'> = {
      ...articlesOf(() => ({})),
      related: (_, ids) => new Map(ids.map((id) => [id, { type: 'people', id: String(Number(id) % 3) }])),
    };
    const { sources, calls } = recordCalls({ ...blogSources(), ...found, articles });
    const { included } = await get(sources, '/articles?include=author');
    expect(identities(included).toSorted()).toEqual(['people 0', 'people 1', 'people 2']);
    const related = calls.filter((call) => call.startsWith('articles.related author'));
    expect(related.map((call) => call.split(',').length)).toEqual([100, 100, 50]);
  });

  test('of deep paths read resources in the middle twice, and at the end once', async () => {
    const articles = articlesOf(() => ({ author: 7 }));
    const { sources, calls } = recordCalls({ ...blogSources(), ...found, articles });
    const { included } = await get(sources, '/articles?include=author.friend');
    expect(identities(included)).toEqual(['people 7', 'people 1007']);
    expect(calls.filter((call) => call.startsWith('people.'))).toEqual([
      'people.find 7',
      'people.find 7',
      'people.find 1007',
    ]);
  });
});

describe('records', () => {
  test('of a type without `find` are kept from the records that contain them', async () => {
    const articles = articlesOf((id) => ({ author: { id: id % 5, name: `Person ${id % 5}` } }));
    const { people: _, ...sources } = { ...blogSources(), articles };
    const { included } = await get(sources, '/articles?include=author');
    expect(identities(included)).toHaveLength(5);
    expect(included[0].attributes).toEqual({ name: 'Person 1' });
  });

  test('of a type without `find` are kept for later records that contain only their ids', async () => {
    const articles = articlesOf((id) => ({ author: id <= 100 ? { id: id % 5, name: `Person ${id % 5}` } : id % 5 }));
    const { people: _, ...sources } = { ...blogSources(), articles };
    const { data, included } = await get(sources, '/articles?include=author');
    expect([data.length, included.length]).toEqual([COUNT, 5]);
  });

  test('of a type without `find` that are not there are rejected, before the first chunk with 400', async () => {
    const { people: _, ...sources } = { ...blogSources(), articles: articlesOf(() => ({ author: 7 })) };
    const { errors } = await get(sources, '/articles?include=author');
    expect(errors[0]).toMatchObject({ status: '400', code: 'RELATIONSHIP_PATH_UNKNOWN' });
  });

  test('that no longer exist are linked, but not included', async () => {
    const articles = articlesOf((id) => ({ author: id % 2 }));
    const people: Sources<Blog>['people'] = {
      find: (ids) => ids.filter((id) => id === '1').map((id) => ({ id, name: 'One' })),
    };
    const { data, included } = await get({ ...blogSources(), articles, people }, '/articles?include=author');
    expect(data[1].relationships.author.data).toEqual({ type: 'people', id: '0' });
    expect(identities(included)).toEqual(['people 1']);
  });

  test('that nothing links any more when their parent is written are not included', async () => {
    let reads = 0;
    const people: Sources<Blog>['people'] = {
      find: (ids) => ids.map((id) => ({ id, name: id, friend: id === '7' ? 1000 + reads++ : null })),
    };
    const articles = articlesOf(() => ({ author: 7 }));
    const { included } = await get({ ...blogSources(), articles, people }, '/articles?include=author.friend');
    expect(identities(included)).toEqual(['people 7']);
    expect(included[0].relationships.friend.data.id).toBe('1001');
  });
});

// A slow source passes its records on in smaller batches: the limit must not depend on that.
describe.each([
  ['records one by one', (all: readonly object[]) => all],
  [
    'arrays of 7 records',
    (all: readonly object[]) => all.flatMap((_, at) => (at % 7 === 0 ? [all.slice(at, at + 7)] : [])),
  ],
  ['arrays of 1 record', (all: readonly object[]) => all.map((it) => [it])],
  ['one array', (all: readonly object[]) => [all]],
])('`includedLinkage` applies to each 100 resources of a source that yields %s', (_, yielded) => {
  /** The linkage of this many comments at two neighbours: both in the first group, or in two groups. */
  const sourcesWith = (first: number, isCarried: boolean) => {
    const linkage = (id: number): readonly object[] =>
      Array.from({ length: id === first || id === first + 1 ? 3000 : 0 }, (__, index) => ({ id: `${id}-${index}` }));
    const records = Array.from({ length: COUNT }, (__, index) => ({
      id: index + 1,
      title: 'x',
      ...(isCarried ? { comments: linkage(index + 1) } : {}),
    }));
    const related = (___: string, ids: readonly string[]) => new Map(ids.map((id) => [id, linkage(Number(id))]));
    return {
      ...blogSources(),
      ...found,
      articles: { ...blogSources().articles, related, stream: () => yielded(records) } as never,
    };
  };

  test.each([
    ['carried, in one group', 50, true, false],
    ['carried, in two groups', 100, true, true],
    ['from `related`, in one group', 50, false, false],
    ['from `related`, in two groups', 100, false, true],
  ])('%s', async (__, first, isCarried, isServed) => {
    const url = isCarried ? '/articles?fields[articles]=comments' : '/articles?include=comments&fields[comments]=body';
    const server = createServer(blog, sourcesWith(first, isCarried), { stream: { articles: true }, onError: () => {} });
    const { body = '' } = await server.handle({ method: 'GET', url, headers: {} });
    const document: AnyDocument = JSON.parse(body);
    expect(document.errors?.[0].code).toBe(isServed ? undefined : 'INCLUDED_TOO_MANY');
    expect(document.data?.length).toBe(isServed ? COUNT : undefined);
  });
});

test('a relationship with too many members in one batch is rejected', async () => {
  const articles = articlesOf(() => ({}));
  const related = (_: string, ids: readonly string[]) =>
    new Map(
      ids.map((id) => [id, Array.from({ length: 51 }, (_each, index) => ({ type: 'comments', id: `${id}-${index}` }))]),
    );
  const { errors } = await get(
    { ...blogSources(), articles: { ...articles, related } as never },
    '/articles?include=comments',
  );
  expect(errors[0]).toMatchObject({ status: '400', code: 'INCLUDED_TOO_MANY' });
});

describe('paths that lead back to the primary data', () => {
  const people: Sources<Blog>['people'] = {
    find: (ids) => ids.map((id) => ({ id, name: `Person ${id}`, articles: [1, 2, 1001], friend: null })),
    related: () => new Map(),
  };
  const find = (ids: readonly string[]) => ids.map((id) => ({ id, title: `Article ${id}`, author: 2 }));

  test('include each other resource once, also one with the id of a primary resource', async () => {
    const articles = { ...articlesOf(() => ({ author: 1 })), find } as never;
    const { sources, calls } = recordCalls({ ...blogSources(), articles, people });
    const { data, included } = await get(sources, '/articles?include=author.articles');
    expect([data.length, identities(included)]).toEqual([COUNT, ['people 1', 'articles 1001']]);
    expect(calls.filter((call) => call.startsWith('articles.find'))).toEqual(['articles.find 1001']);
  });

  test('are followed further from there', async () => {
    const articles = { ...articlesOf(() => ({ author: 1 })), find } as never;
    const { included } = await get({ ...blogSources(), articles, people }, '/articles?include=author.articles.author');
    expect(identities(included)).toEqual(['people 1', 'articles 1001', 'people 2']);
    expect(included[1].relationships.author.data).toEqual({ type: 'people', id: '2' });
  });
});

test('a resource that is reached by several paths is included once, with the linkage of all of them', async () => {
  const articles = articlesOf((id) => ({ author: 7, reviewer: 7 + (id % 2) }));
  const { sources, calls } = recordCalls({ ...blogSources(), ...found, articles });
  const { included } = await get(sources, '/articles?include=author.friend,reviewer');
  expect(identities(included).toSorted()).toEqual(['people 1007', 'people 7', 'people 8']);
  const byId = new Map(included.map((it: AnyDocument) => [it.id, it]));
  expect((byId.get('7') as AnyDocument).relationships.friend.data.id).toBe('1007');
  expect(calls.filter((call) => call.startsWith('people.find'))).toHaveLength(4);
});

test('a collection without resources includes none, and calls no other source', async () => {
  const articles = { ...blogSources().articles, *stream() {} } as never;
  const { sources, calls } = recordCalls({ ...blogSources(), ...found, articles });
  const document = await get(sources, '/articles?include=author.friend,comments');
  expect([document.data, document.included]).toEqual([[], []]);
  expect(calls).toEqual([expect.stringContaining('articles.stream')]);
});

test('as many included resources as one call takes need one call', async () => {
  const { sources, calls } = recordCalls({
    ...blogSources(),
    ...found,
    articles: articlesOf((id) => ({ author: id % 100 })),
  });
  expect((await get(sources, '/articles?include=author')).included).toHaveLength(100);
  expect(calls.filter((call) => call.startsWith('people.find'))).toHaveLength(1);
});

test.each([false, true])(
  'identifiers have the meta objects of a profile, whose records are loaded for them: %j',
  async (isApplied) => {
    const uri = 'https://example.com/profiles/names';
    const profile = defineProfile({ uri, members: { meta: { name: null } } });
    const identifier = ({ name }: { readonly name?: string }) => ({ name });
    const { sources, calls } = recordCalls({ ...blogSources(), ...found, articles: articlesOf(() => ({ author: 7 })) });
    const server = createServer(blog, sources, {
      stream: { articles: true },
      profiles: [
        { profile, meta: { needs: { people: ['name'] }, identifier }, applied: isApplied ? 'always' : 'on request' },
      ],
    } as never);
    const { body = '' } = await server.handle({ method: 'GET', url: '/articles?include=author', headers: {} });
    const { data } = JSON.parse(body);
    const linkage = { type: 'people', id: '7', ...(isApplied ? { meta: { name: 'Person 7' } } : {}) };
    expect(data.map(({ relationships }: AnyDocument) => relationships.author.data)).toEqual(data.map(() => linkage));
    // With meta objects: once for each of the three batches, and once for `included`.
    expect(calls.filter((call) => call === 'people.find 7')).toHaveLength(isApplied ? 4 : 1);
  },
);
