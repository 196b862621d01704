import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules, ReadCondition } from './access-rules.ts';

// Article 2 is hidden.
const access: AccessRules<Blog> = { articles: { read: () => [{ field: 'title', values: ['Bikes', 'Cars'] }] } };

/** A source over articles that ignores every condition. */
function forgetful(): DataSource {
  const { articles } = blogSources() as { readonly articles: Required<DataSource> };
  return {
    ...articles,
    list: (query, call) => articles.list({ ...query, filter: [] }, call),
    find: (ids, selection, call) => articles.find(ids, selection, { ...call, conditions: undefined }),
    related: (name, ids, query, call) => articles.related(name, ids, query, { ...call, conditions: undefined }),
  };
}

const shown = async (
  source: DataSource,
  url: string,
  others: Partial<Record<keyof Blog['declaration'], DataSource>> = {},
) => {
  const sources = { ...blogSources(), articles: source, ...others } as never;
  const server = createServer(blog, sources, { defaultAccess: 'allow', access, onError() {} });
  const { status, document } = await send(server, `GET ${url}`);
  return status === 200 ? identities(document.included ?? document.data) : status;
};

describe('a source that ignores conditions shows nothing that it must not', () => {
  test.each<[string, unknown]>([
    ['/articles', 500],
    ['/articles/2', 404],
    ['/articles/1', ['articles 1']],
    ['/people/7?include=articles', ['articles 1']],
    ['/people/7/articles', ['articles 1']],
  ])('%s: a wrapper that spreads one which applies them, and replaces its methods', async (url, expected) => {
    expect(await shown(forgetful(), url)).toEqual(expected);
  });

  test.each([true, () => true, {}, { methods: true, types: ['articles'] }, { methods: [], types: ['articles'] }])(
    'what declares nothing promises nothing: %j',
    async (declared) => {
      const source = { ...forgetful(), appliesFilters: declared } as unknown as DataSource;
      expect(await shown(source, '/articles/2')).toBe(404);
      expect(await shown(source, '/people/7?include=articles')).toEqual(['articles 1']);
    },
  );

  test.each<[keyof DataSource, string, unknown]>([
    ['list', '/articles', 500],
    ['find', '/articles/2', 404],
  ])(
    'if `%s` alone ignores them: the statement about the other methods does not cover it',
    async (name, url, expected) => {
      const { articles } = blogSources() as { readonly articles: DataSource };
      expect(await shown({ ...articles, [name]: forgetful()[name] } as DataSource, url)).toEqual(expected);
    },
  );

  test('nor does the statement of a type cover the `related` of another type', async () => {
    const { people } = blogSources() as { readonly people: Required<DataSource> };
    const related: DataSource['related'] = (name, ids, query, call) =>
      people.related(name, ids, { ...query, filter: [] } as never, { ...call, conditions: undefined });
    const { articles } = blogSources() as { readonly articles: DataSource };
    // A page with a hidden member is rejected.
    expect(await shown(articles, '/people/7/articles', { people: { ...people, related } })).toBe(500);
  });

  test('nor does a statement about methods of another source, or about other types', async () => {
    const source = forgetful();
    const { articles } = blogSources() as { readonly articles: DataSource };
    const others = articles.appliesFilters;
    const own = { methods: [source.list, source.find, source.related] as never, types: ['people'] };
    for (const appliesFilters of [others, own]) {
      expect(await shown({ ...source, appliesFilters }, '/articles/2')).toBe(404);
    }
  });

  test('members of a source whose own find does not apply conditions are looked at, whatever the parent declares', async () => {
    const { people } = blogSources() as { readonly people: Required<DataSource> };
    const related: DataSource['related'] = (name, ids, query, call) =>
      people.related(name, ids, query, { ...call, conditions: undefined });
    const stating: DataSource = {
      ...people,
      related,
      appliesFilters: { methods: [related as never], types: ['articles'] },
    };
    expect(await shown(forgetful(), '/people/7/relationships/articles', { people: stating })).not.toContain(
      'articles 2',
    );
  });
});

// Article 1 is visible, article 3 is hidden.
describe('conditions go to `find` only if the source declares that it applies each of them', () => {
  const title = { field: 'title', values: ['Bikes'] } as const;
  const notCars = { field: 'title', operator: 'ne', values: ['Cars'] } as const;
  const name = { field: 'author.name', values: ['Gebhardt'] } as const;
  const far = { field: 'comments.author.name', values: ['Gebhardt'] } as const;
  const hasAuthor = { not: { field: 'author', values: [null] } } as const;
  const tenant = { field: '@tenant', values: [1] } as const;
  const all = ['articles', 'comments', 'people'];
  const near = ['articles', 'people'];

  test.each<[string, Partial<NonNullable<DataSource['appliesFilters']>>, ReadCondition<Blog, 'articles'>, boolean]>([
    ['an attribute', { types: ['articles'] }, title, true],
    ['an attribute, of another type', { types: ['people'] }, title, false],
    ['an operator that is not declared', { types: all }, notCars, false],
    ['an operator that is declared', { types: ['articles'], operators: ['eq', 'ne'] }, notCars, true],
    ['an operator, but not this one', { types: ['articles'], operators: ['ne'] }, title, false],
    ['null without operators', { types: all, groups: true }, hasAuthor, false],
    ['null with operators', { types: all, groups: true, operators: ['eq'] }, hasAuthor, true],
    ['a group', { types: ['articles'], groups: true }, { or: [title, title] }, true],
    ['a group that is not declared', { types: all }, { or: [title, title] }, false],
    ['a path', { types: near, groups: true }, name, true],
    ['a path without groups', { types: near }, name, false],
    ['a path to a type that is not declared', { types: ['articles'], groups: true }, name, false],
    ['a path through a type that is not declared', { types: near, groups: true }, far, false],
    ['a longer path', { types: all, groups: true }, far, true],
    ['an attribute and a path', { types: ['articles'], groups: true }, { and: [title, name] }, false],
    ['an undeclared field', { types: ['articles'], groups: true }, tenant, true],
    ['an undeclared field without groups', { types: all }, tenant, false],
  ])('%s', async (_, declared, condition, isGiven) => {
    const sources = createMemorySources(blog, {
      articles: [
        { id: '1', title: 'Bikes', views: 1, author: '7', comments: ['4'], '@tenant': 1 },
        { id: '3', title: 'Cars', views: 1, author: null, comments: [], '@tenant': 2 },
      ],
      comments: [{ id: '4', body: 'x', author: '7' }],
      people: [{ id: '7', name: 'Gebhardt' }],
    });
    const articles = sources.articles as Required<DataSource>;
    const given: unknown[] = [];
    const find: DataSource['find'] = (ids, selection, call) => {
      given.push(call.conditions);
      return articles.find(ids, selection, call);
    };
    const appliesFilters = { methods: [find], types: [], ...declared };
    const own = { ...articles, find, appliesFilters } as never;
    const server = createServer(
      blog,
      { ...sources, articles: own },
      { defaultAccess: 'allow', access: { articles: { read: () => [condition] } } },
    );
    const statuses = [];
    for (const id of ['1', '3']) statuses.push((await send(server, `GET /articles/${id}`)).status);
    expect([statuses, new Set(given.map((it) => it !== undefined))]).toEqual([[200, 404], new Set([isGiven])]);
  });
});

test('conditions go only to a source that applies them, and there to find', async () => {
  const { articles, people } = blogSources() as { readonly [type: string]: Required<DataSource> };
  const given: unknown[] = [];
  const note = (source: Required<DataSource>, isDeclared: boolean): DataSource => {
    const find: DataSource['find'] = (ids, selection, call) => {
      given.push(call.conditions?.map((condition) => 'field' in condition && condition.field));
      return source.find(ids, selection, call);
    };
    return { ...source, find, ...(isDeclared ? { appliesFilters: { methods: [find], types: ['articles'] } } : {}) };
  };
  await shown(note(articles as never, true) as DataSource, '/articles/1', { people: people as never });
  expect(new Set(given.splice(0).map(String))).toEqual(new Set(['title']));
  await shown(note(articles as never, false) as DataSource, '/articles/1');
  expect(new Set(given)).toEqual(new Set([undefined]));
});
