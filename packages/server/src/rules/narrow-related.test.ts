/** The queries that `related` receives for users who cannot read all members, and the members that the response contains. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keysetStrategy } from '../../test/keyset.ts';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource, RelatedQuery } from '../sources/port/data-source.ts';

const on = { filter: true, sort: true } as const;
const api = defineApi({
  people: {
    attributes: { name: attribute(z.string(), on) },
    relationships: {
      posts: toMany('posts'),
      pinned: toOne('posts'),
      likes: toMany(['posts', 'comments']),
      best: toOne(['posts', 'comments']),
    },
  },
  posts: {
    attributes: { title: attribute(z.string(), on), views: z.number() },
    relationships: { author: toOne('people', on) },
  },
  comments: { attributes: { body: z.string() } },
});
type Options = ServerOptions<unknown, typeof api>;
type Rules = NonNullable<Options['access']>;

const post = (id: string) => ({ type: 'posts', id }) as const;
const comment = (id: string) => ({ type: 'comments', id }) as const;

/** Person 1 has the posts 1 to 4, whose views are their numbers, and the comments 1 and 2. */
function open(options: Options, appliesFilters: boolean) {
  const memory = createMemorySources(api, {
    people: [
      {
        id: '1',
        name: 'Ada',
        posts: ['1', '2', '3', '4'],
        pinned: '1',
        likes: [post('1'), comment('1'), post('2'), comment('2'), post('3')],
        best: post('1'),
      },
      { id: '2', name: 'Bo', posts: [], pinned: null, likes: [], best: null },
    ],
    posts: ['1', '2', '3', '4'].map((id) => ({
      id,
      title: `T${id}`,
      views: Number(id),
      author: id === '4' ? '2' : '1',
    })),
    comments: ['1', '2'].map((id) => ({ id, body: id })),
  }) as unknown as Record<keyof typeof api.declaration, Required<DataSource>>;
  const queries: RelatedQuery[] = [];
  const { find, related: read, list } = memory.people;
  const related: typeof read = (name, ids, query, call) => {
    queries.push(query);
    return read(name, ids, query, call);
  };
  const noMembers = { posts: undefined, pinned: undefined, likes: undefined, best: undefined };
  const people = {
    list,
    related,
    find: async (...given: Parameters<typeof find>) => (await find(...given)).map((it) => ({ ...it, ...noMembers })),
    ...(appliesFilters && {
      appliesFilters: { ...memory.people.appliesFilters, methods: [related], types: ['posts', 'people'] },
    }),
  };
  const errors: string[] = [];
  const server = createServer(api, { ...memory, people } as never, {
    ...options,
    onError: (error) => errors.push(String(error)),
  });
  return { server, queries, errors };
}

interface Asked {
  readonly declared?: boolean;
  readonly options?: Options;
}

/** The members in the response, and the query that the source received for them: `none` without a query. */
async function asked(access: Rules, url: string, { declared = false, options = {} }: Asked = {}) {
  const { server, queries, errors } = open({ defaultAccess: 'allow', ...options, access }, declared);
  const { document, problems } = await send(server, `GET /people/1${url}`);
  const query = queries[0];
  const conditions = (query?.filter ?? []).map((it) =>
    'field' in it ? `${it.field} ${it.operator} ${it.values.join()}` : JSON.stringify(it),
  );
  const { limit, positions } = query?.page ?? query?.pagePerParent ?? {};
  return {
    found: errors[0] ?? problems[0] ?? identities(document.included ?? document.data).join(),
    query:
      query &&
      [
        query.page === undefined ? `all up to ${query.atMost}` : 'page',
        ...(limit === undefined ? [] : [`limit ${limit}${positions === true ? ' with positions' : ''}`]),
        ...conditions,
        ...('sort' in query ? query.sort.map(({ field }) => `by ${field}`) : []),
      ].join('; '),
    attributes: query && [...query.selection.attributes].join(),
  };
}

const views = (operator: 'ge' | 'ne', value: number) => ({
  read: () => [{ field: 'views', operator, values: [value] } as const],
});
const [none, all] = [{ read: () => false }, { read: () => true }];
const limits = { includedLinkage: 50 };
const paged: Options = { limits, pagination: { includedSize: 2 } };
const keyset: Options = { limits, pagination: { strategy: keysetStrategy, includedSize: 2 } };
const undeclared =
  'TypeError: `access.posts.read` returned the operator "ne" for `views`, but the source of "people" does not declare in `appliesFilters` that its `related` applies it.';

describe('a page of members', () => {
  const two: Rules = { posts: views('ge', 2) };
  const one: Rules = { people: { read: () => [{ field: 'id', values: ['1'] }] } };
  test.each<[string, Rules, string, boolean, found: string, query: string | undefined]>([
    ['of all posts', { posts: all }, '/posts', false, 'posts 1,posts 2,posts 3,posts 4', 'page; limit 26'],
    ['with the conditions of the rule', two, '/posts', false, 'posts 2,posts 3,posts 4', 'page; limit 26; views ge 2'],
    ['with them in the call', two, '/posts', true, 'posts 2,posts 3,posts 4', 'page; limit 26'],
    [
      'with an operator that the source does not declare',
      { posts: views('ne', 2) },
      '/posts',
      false,
      undeclared,
      undefined,
    ],
    [
      'with an operator that it declares',
      { posts: views('ne', 2) },
      '/posts',
      true,
      'posts 1,posts 3,posts 4',
      'page; limit 26',
    ],
    ['of hidden posts', { posts: none }, '/posts', false, '', undefined],
    ['with a condition on hidden people', one, '/posts?filter[author]=2', false, '', undefined],
    [
      'with a condition on visible people',
      one,
      '/posts?filter[author]=1,2',
      false,
      'posts 1,posts 2,posts 3',
      'page; limit 26; author eq 1',
    ],
    ['in the order of some people', one, '/posts?sort=author.name', false, 'SORT_NOT_SUPPORTED sort', undefined],
    [
      'in an order of their own',
      two,
      '/posts?sort=-title',
      false,
      'posts 4,posts 3,posts 2',
      'page; limit 26; views ge 2; by title',
    ],
  ])('%s', async (_, access, url, declared, found, query) => {
    expect(await asked(access, url, { declared })).toMatchObject({ found, query });
  });

  test('contains the attributes that the rule compares, unless the source compares them', async () => {
    const url = '/posts?fields[posts]=title';
    expect(await asked(two, url)).toMatchObject({ attributes: 'title,views' });
    expect(await asked(two, url, { declared: true })).toMatchObject({ attributes: 'title' });
    expect(await asked({ posts: all }, url)).toMatchObject({ attributes: 'title' });
  });
});

describe('all members of a resource', () => {
  const two: Rules = { posts: views('ge', 2) };
  const visible = 'posts 2,posts 3,posts 4';
  test.each<[string, Rules, string, Asked, found: string, query: string | undefined]>([
    ['with the conditions of the rule', two, '?include=posts', {}, visible, 'all up to 51; views ge 2'],
    ['with them in the call', two, '?include=posts', { declared: true }, visible, 'all up to 51'],
    [
      'without one that the source could misread',
      { posts: views('ne', 2) },
      '?include=posts',
      {},
      'posts 1,posts 3,posts 4',
      'all up to 51',
    ],
    ['of hidden posts', { posts: none }, '?include=posts', {}, '', undefined],
    // A source that ignores the conditions would omit visible members from its page.
    ['not cut by the source', two, '?include=posts', { options: paged }, 'posts 2,posts 3', 'all up to 51; views ge 2'],
    [
      'cut by a source that applies the conditions',
      two,
      '?include=posts',
      { options: paged, declared: true },
      'posts 2,posts 3',
      'all up to 51; limit 3',
    ],
    [
      'cut by the source if all are visible',
      { posts: all },
      '?include=posts',
      { options: paged },
      'posts 1,posts 2',
      'all up to 51; limit 3',
    ],
    // Only the source knows the positions.
    [
      'with positions of all',
      two,
      '?include=posts',
      { options: keyset },
      'posts 2,posts 3',
      'all up to 51; limit 51 with positions; views ge 2',
    ],
    [
      'with positions of the page',
      { posts: all },
      '?include=posts',
      { options: keyset },
      'posts 1,posts 2',
      'all up to 51; limit 3 with positions',
    ],
    ['to-one, which is checked by its record', two, '?include=pinned', {}, '', 'all up to 1'],
    ['to-one, visible', { posts: views('ge', 1) }, '?include=pinned', {}, 'posts 1', 'all up to 1'],
    ['to-one, hidden', { posts: none }, '?include=pinned', {}, '', undefined],
  ])('%s', async (_, access, url, given, found, query) => {
    expect(await asked(access, url, { options: { limits }, ...given })).toMatchObject({ found, query });
  });
});

describe('members of several types are read as a whole if some are hidden', () => {
  const two: Rules = { posts: views('ge', 2) };
  const [visible, whole] = ['comments 1,posts 2,comments 2,posts 3', 'all up to 51'];
  test.each<[string, Rules, string, Options, found: string, query: string | undefined]>([
    ['a page', two, '/likes', { limits }, visible, whole],
    ['a page of two', two, '/likes?page[size]=2', { limits }, 'comments 1,posts 2', whole],
    ['included', two, '?include=likes', { limits }, visible, whole],
    ['included, a page', two, '?include=likes', paged, 'comments 1,posts 2', whole],
    ['all visible', { posts: all }, '/likes?page[size]=2', { limits }, 'posts 1,comments 1', 'page; limit 3'],
    ['one type hidden', { posts: none }, '/likes', { limits }, 'comments 1,comments 2', whole],
    ['the other type hidden', { comments: none }, '/likes', { limits }, 'posts 1,posts 2,posts 3', whole],
    ['all types hidden', { posts: none, comments: none }, '/likes', { limits }, '', undefined],
    ['to-one, hidden', two, '?include=best', { limits }, '', 'all up to 1'],
    ['to-one, visible', { posts: views('ge', 1) }, '?include=best', { limits }, 'posts 1', 'all up to 1'],
    ['to-one, all types hidden', { posts: none, comments: none }, '?include=best', { limits }, '', undefined],
    ['to-one at its own URL', { posts: views('ge', 1) }, '/best', { limits }, 'posts 1', 'page; limit 26'],
  ])('%s', async (_, access, url, options, found, query) => {
    expect(await asked(access, url, { options })).toMatchObject({ found, query });
  });
});
