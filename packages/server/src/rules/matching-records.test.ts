/** Conditions that the server compares itself, because the source does not declare that it applies them. */
import { defineApi, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, recordCalls, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules, ReadCondition } from './access-rules.ts';

type Conditions = readonly ReadCondition<Blog, 'articles'>[];
type Source = Required<DataSource>;
type SourcesByType = Readonly<Record<string, Source>>;

/** Sources that do not declare which conditions they apply. */
function silentSources(): SourcesByType {
  const silent = Object.entries(blogSources() as unknown as SourcesByType).map(([type, source]) => {
    const { appliesFilters: _, ...rest } = source;
    return [type, rest];
  });
  return Object.fromEntries(silent);
}

/** The same, with articles whose records do not contain relationships. */
function bareSources(): SourcesByType {
  const { articles, ...others } = silentSources() as { readonly articles: Source };
  const find: Source['find'] = async (...given) =>
    (await articles.find(...given)).map((record) => {
      const { id, title, views } = record as unknown as { readonly id: string; title: string; views: number };
      return { id, title, views };
    });
  return { ...others, articles: { ...articles, find } };
}

function open(sources: SourcesByType, conditions: Conditions, options: ServerOptions<unknown, Blog> = {}) {
  const errors: unknown[] = [];
  const access: AccessRules<Blog> = { articles: { read: () => conditions } };
  const server = createServer(blog, sources as never, {
    defaultAccess: 'allow',
    access,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { server, errors };
}

/** The articles among 1 to 3 that the user can read. */
async function readable(sources: SourcesByType, conditions: Conditions): Promise<string> {
  const { server, errors } = open(sources, conditions);
  const found: string[] = [];
  for (const id of ['1', '2', '3'])
    if ((await send(server, `GET /articles/${id}?fields[articles]=title`)).status === 200) found.push(id);
  expect(errors).toEqual([]);
  return found.join();
}

// Articles 1 and 2 are of person 7 (Gebhardt, whose friend is Katz), article 3 does not have an author. Article 1 has the
// comments 4 to 6, article 3 has comment 6. Comment 4 is of person 9 (Klabnik), 5 of 7, 6 of 8 (Katz).
describe('which resources match', () => {
  const views = (...values: readonly number[]) => ({ field: 'views', values }) as const;

  test.each<[string, Conditions, string]>([
    ['an id', [{ field: 'id', values: ['2', '3'] }], '2,3'],
    ['another id', [{ field: 'id', operator: 'ne', values: ['2', '3'] }], '1'],
    ['an attribute', [{ field: 'views', operator: 'ge', values: [20] }], '1,3'],
    ['a to-one relationship', [{ field: 'author', values: ['7', '99'] }], '1,2'],
    ['another member of to-one', [{ field: 'author', operator: 'ne', values: ['7'] }], '3'],
    ['an empty to-one', [{ field: 'author', values: [null] }], '3'],
    ['a member of to-one, or none', [{ field: 'author', values: ['7', null] }], '1,2,3'],
    ['a to-one that is not empty', [{ field: 'author', operator: 'ne', values: [null] }], '1,2'],
    ['a to-many relationship', [{ field: 'comments', values: ['4', '5'] }], '1'],
    ['not a member of to-many', [{ field: 'comments', operator: 'ne', values: ['4'] }], '2,3'],
    ['an empty to-many', [{ field: 'comments', values: [null] }], '2'],
    ['a member of to-many, or none', [{ field: 'comments', values: [null, '4'] }], '1,2'],
    ['a to-many that is not empty', [{ field: 'comments', operator: 'ne', values: [null] }], '1,3'],
    ['an attribute of a related resource', [{ field: 'author.name', values: ['Gebhardt'] }], '1,2'],
    ['an attribute that no related resource has', [{ field: 'author.name', values: ['Katz'] }], ''],
    ['another attribute of a related resource', [{ field: 'author.name', operator: 'ne', values: ['Gebhardt'] }], ''],
    ['one of several related resources', [{ field: 'comments.author.name', values: ['Klabnik'] }], '1'],
    ['a relationship of related resources', [{ field: 'comments.author', values: ['8'] }], '1,3'],
    ['the id of related resources', [{ field: 'comments.author.id', values: ['7'] }], '1'],
    ['a longer path', [{ field: 'author.friend.name', values: ['Katz'] }], '1,2'],
    ['two conditions', [views(10, 20), { field: 'author', values: ['7'] }], '2'],
    ['a group `and`', [{ and: [views(10, 20), { field: 'author', values: ['7'] }] }], '2'],
    ['a group `or`', [{ or: [views(10), { field: 'author', values: [null] }] }], '2,3'],
    ['a group `not`', [{ not: { field: 'comments', values: ['6'] } }], '2'],
    [
      'groups in groups',
      [{ or: [{ and: [views(30), { not: { field: 'author', values: ['7'] } }] }, { not: views(30, 10) }] }],
      '3',
    ],
    ['everything of an `or`', [{ or: [views(10), views(20), views(30)] }], '1,2,3'],
    ['nothing of an `or`', [{ or: [views(1), views(2)] }], ''],
  ])('%s', async (_, conditions, expected) => {
    // The same as with sources that apply the conditions.
    expect(await readable(blogSources() as never, conditions)).toBe(expected);
    expect(await readable(silentSources(), conditions)).toBe(expected);
    expect(await readable(bareSources(), conditions)).toBe(expected);
  });
});

describe('what the server reads to compare', () => {
  const url = 'GET /people?include=articles&fields[people]=articles&fields[articles]=title';
  const shown = async (sources: SourcesByType, conditions: Conditions) => {
    const recorded = recordCalls(sources as never) as unknown as { sources: SourcesByType; calls: string[] };
    const { server, errors } = open(recorded.sources, conditions);
    const { document } = await send(server, url);
    expect(errors).toEqual([]);
    return [identities(document.included), new Set(recorded.calls.filter((call) => /related|comments/.test(call)))];
  };

  test('nothing else, if the records contain the relationship', async () => {
    expect(await shown(silentSources(), [{ field: 'comments', values: ['4'] }])).toEqual([['articles 1'], new Set()]);
  });

  test('the relationship of all records in one call', async () => {
    // First for the linkage of the people, then for the included articles.
    const calls = new Set(['articles.related comments of 1,2,3', 'articles.related comments of 1,3']);
    expect(await shown(bareSources(), [{ field: 'comments', values: ['4', '6'] }])).toEqual([
      ['articles 1', 'articles 3'],
      calls,
    ]);
  });

  test('only the members that the condition contains, if they have one type and can be several', async () => {
    const filters: unknown[] = [];
    const noted = (source: Source): Source => ({
      ...source,
      find: async (...given) => (await source.find(...given)).map(({ id }) => ({ id }) as never),
      related(name, ids, query, call) {
        filters.push([name, query.atMost, query.filter]);
        return source.related(name, ids, query, call);
      },
    });
    const { articles, shelves, ...others } = silentSources() as { readonly articles: Source; readonly shelves: Source };
    const sources = { ...others, articles: noted(articles), shelves: noted(shelves) } as never;
    const limits = { includedLinkage: 9 };
    const ask = async (access: AccessRules<Blog>, line: string) => {
      const server = createServer(blog, sources, { defaultAccess: 'allow', access, limits });
      return [(await send(server, line)).status, ...new Set(filters.splice(0).map((it) => JSON.stringify(it)))];
    };
    const filtered = (field: 'author' | 'comments', line: string) =>
      ask({ articles: { read: () => [{ field, values: ['4', '7'] }] } }, line);
    const term = { field: 'id', operator: 'eq', values: ['4', '7'] };
    const comment = { type: 'comments', id: '4' } as const;
    expect(await filtered('comments', 'DELETE /articles/1')).toEqual([204, JSON.stringify(['comments', 3, [term]])]);
    expect(await filtered('author', 'DELETE /articles/2')).toEqual([204, JSON.stringify(['author', 3, []])]);
    expect(
      await ask({ shelves: { read: () => [{ field: 'items', values: [comment] }] } }, 'DELETE /shelves/1'),
    ).toEqual([204, JSON.stringify(['items', 10, []])]);
  });

  test('related resources once, and no resources if there are no members', async () => {
    const own: Conditions = [{ field: 'comments.body', values: ['Again'] }];
    expect(await shown(silentSources(), own)).toEqual([['articles 1', 'articles 3'], new Set(['comments.find 4,5,6'])]);
    const { articles, ...others } = silentSources() as { readonly articles: Source };
    const find: Source['find'] = async (...given) =>
      (await articles.find(...given)).map((record) => ({ ...record, comments: [] }));
    expect(await shown({ ...others, articles: { ...articles, find } }, own)).toEqual([[], new Set()]);
  });

  test('with the fields that the condition compares', async () => {
    const { comments, ...others } = silentSources() as { readonly comments: Source };
    const selected: string[] = [];
    const find: Source['find'] = (ids, selection, call) => {
      selected.push([...selection.attributes, ...selection.relationships].join());
      return comments.find(ids, selection, call);
    };
    await shown({ ...others, comments: { ...comments, find } } as never, [{ field: 'comments.body', values: ['x'] }]);
    expect(new Set(selected)).toEqual(new Set(['body']));
  });
});

describe('related resources whose source applies the conditions', () => {
  test('this source decides, and receives the rest of the path', async () => {
    const given: unknown[] = [];
    const declared = blogSources().people as unknown as Source;
    const find: Source['find'] = (ids, selection, call) => {
      given.push([ids, [...selection.attributes], call.conditions]);
      // The values of the records differ from those that the source compares.
      return (declared.find(ids, selection, call) as { readonly id: string }[]).map(({ id }) => ({
        id,
        name: 'Other',
      }));
    };
    const appliesFilters = { methods: [find], types: ['people'] };
    const sources = { ...silentSources(), people: { ...declared, find, appliesFilters } } as unknown as SourcesByType;
    expect(await readable(sources, [{ field: 'author.name', values: ['Gebhardt'] }])).toBe('1,2');
    expect(given[0]).toEqual([['7'], [], [{ field: 'name', operator: 'eq', values: ['Gebhardt'] }]]);
    expect(await readable(sources, [{ field: 'author.name', values: ['Other'] }])).toBe('');
  });
});

describe('a condition that cannot be checked shows nothing: 500', () => {
  const many = /has more than `limits.includedLinkage` members, so they cannot be checked/;
  const without = (type: string, method: 'find' | 'related') => {
    const sources = bareSources();
    const { [method]: _, ...source } = sources[type] as Source;
    return { ...sources, [type]: source } as unknown as SourcesByType;
  };

  test.each<[string, SourcesByType, Conditions, RegExp]>([
    [
      'a path to a type whose source does not have `find`',
      without('people', 'find'),
      [{ field: 'author.name', values: ['x'] }],
      /on a path to "people", so this type must have a source with the method `find`/,
    ],
    [
      'a relationship that neither the records nor `related` return',
      without('articles', 'related'),
      [{ field: 'author', values: ['7'] }],
      /on `author`, so the source of "articles" must have the method `related`/,
    ],
    [
      'an undeclared field that records lack',
      silentSources(),
      [{ field: '@tenant', values: [1] }],
      /contain `@tenant`/,
    ],
  ])('%s', async (_, sources, conditions, message) => {
    const { server, errors } = open(sources, conditions);
    const { status, document } = await send(server, 'GET /articles/1');
    expect([status, document.data, String(errors[0])]).toEqual([500, undefined, expect.stringMatching(message)]);
  });

  test.each<[string, Conditions, number, number]>([
    // Article 1 has three comments.
    ['as many members as the limit', [{ field: 'comments', values: ['4', null] }], 3, 200],
    ['more members than the limit', [{ field: 'comments', values: ['4', null] }], 2, 500],
    ['a path to as many members as the limit', [{ field: 'comments.body', values: ['First!'] }], 3, 200],
    ['a path to more members than the limit', [{ field: 'comments.body', values: ['First!'] }], 2, 500],
    // The source returns only the members that the condition contains.
    ['a condition with members', [{ field: 'comments', values: ['4'] }], 1, 200],
    ['a to-one relationship', [{ field: 'author', values: ['7', null] }], 1, 200],
    ['a path of a to-one relationship', [{ field: 'author.name', values: ['Gebhardt'] }], 1, 200],
  ])('%s', async (_, conditions, limit, expected) => {
    const { server, errors } = open(bareSources(), conditions, { limits: { includedLinkage: limit } });
    const { status } = await send(server, 'GET /articles/1?fields[articles]=title');
    expect([status, errors.map(String)]).toEqual([expected, expected === 200 ? [] : [expect.stringMatching(many)]]);
  });

  test('a member of two resources is checked once', async () => {
    const api = defineApi({ nodes: { attributes: {}, relationships: { next: toMany('nodes', { filter: true }) } } });
    const nodes = createMemorySources(api, {
      nodes: [
        { id: '1', next: ['2', '3'] },
        { id: '2', next: ['4'] },
        { id: '3', next: ['4'] },
        { id: '4', next: ['4'] },
      ],
    }).nodes as unknown as Source;
    const bare = (records: readonly object[]) => records.map((it) => ({ id: Reflect.get(it, 'id') }));
    const find: Source['find'] = async (...given) => bare(await nodes.find(...given)) as never;
    const { appliesFilters: _, ...source } = nodes;
    const server = createServer(api, { nodes: { ...source, find } } as never, {
      defaultAccess: 'allow',
      access: { nodes: { read: () => [{ field: 'next', values: ['2', '4'] }] } },
    });
    const body = { data: { type: 'nodes', id: '1' } };
    const { status, document } = await send(server, 'PATCH /nodes/1?include=next.next', body);
    expect([status, identities(document.included)]).toEqual([200, ['nodes 2', 'nodes 3', 'nodes 4']]);
  });

  test('a source that ignores the members of the condition, and returns more than it contains', async () => {
    const { articles, ...others } = bareSources() as { readonly articles: Source };
    const related: Source['related'] = (name, ids, { filter: _, ...query }, call) =>
      articles.related(name, ids, query as never, call);
    const sources = { ...others, articles: { ...articles, related } } as never;
    const one = open(sources, [{ field: 'comments', values: ['4'] }]);
    expect((await send(one.server, 'GET /articles/1?fields[articles]=title')).status).toBe(500);
    expect(String(one.errors[0])).toMatch(many);
    const three = open(sources, [{ field: 'comments', values: ['4', 'x', 'y'] }]);
    expect((await send(three.server, 'GET /articles/1?fields[articles]=title')).status).toBe(200);
    expect((await send(three.server, 'GET /articles/3?fields[articles]=title')).status).toBe(404);
  });
});

test.each([
  ['that declares nothing', silentSources, false],
  ['that declares to apply them', () => blogSources() as unknown as SourcesByType, true],
])('the conditions behind a path are passed to a source %s: %#', async (_, sourcesOf, expected) => {
  const { people, ...sources } = sourcesOf() as SourcesByType & { readonly people: Source };
  const conditions: unknown[] = [];
  const find: Source['find'] = (ids, selection, call) => {
    conditions.push(call.conditions);
    return people.find(ids, selection, call);
  };
  const declared = people.appliesFilters;
  const appliesFilters = declared && { ...declared, methods: [...declared.methods, find] };
  const all = { ...sources, articles: silentSources()['articles'], people: { ...people, find, appliesFilters } };
  const { server } = open(all as never, [{ field: 'author.name', values: ['Gebhardt'] }]);
  expect((await send(server, 'GET /articles/1?fields[articles]=title')).status).toBe(200);
  expect(new Set(conditions.map((given) => given !== undefined))).toEqual(new Set([expected]));
});
