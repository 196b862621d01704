/** How a data source is asked which of its records a user can read. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

const api = defineApi({
  posts: { attributes: { title: z.string(), views: z.number() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { posts: toMany('posts') } },
});
type Sources = { readonly posts: Required<DataSource>; readonly people: Required<DataSource> };

/** Posts 1 to 3; the user can read those with at least two views, 2 and 3, unless the rule says otherwise. */
function open(
  change: (sources: Sources) => Partial<Record<keyof Sources, DataSource>>,
  posts: AccessRules<typeof api>['posts'] = { read: () => [{ field: 'views', operator: 'ge', values: [2] }] },
) {
  const sources = createMemorySources(api, {
    posts: ['1', '2', '3'].map((id) => ({ id, title: `T${id}`, views: Number(id), author: '7', '@tenant': id })),
    people: [{ id: '7', name: 'Ada', posts: ['1', '2', '3'] }],
  }) as unknown as Sources;
  const errors: string[] = [];
  const server = createServer(api, { ...sources, ...change(sources) } as never, {
    defaultAccess: 'allow',
    access: { posts },
    onError: (error) => errors.push(String(error)),
  });
  const read = async (url: string) => {
    const { status, document } = await send(server, `GET ${url}`);
    return errors[0] ?? (status === 200 ? identities(document.included ?? document.data).join() : status);
  };
  return { server, read };
}

/** Only `find` applies conditions, and fails without ids, as a list of no values does in SQL. */
const strict = ({ posts }: Sources) => {
  const find: typeof posts.find = (ids, selection, call) => {
    if (ids.length === 0) throw new Error('No ids.');
    return posts.find(ids, selection, call);
  };
  return {
    posts: { ...posts, find, appliesFilters: { ...posts.appliesFilters, methods: [find], types: ['posts'] } },
  };
};

describe('a source whose `find` applies conditions', () => {
  test.each<[string, string | number]>([
    ['/posts', 'posts 2,posts 3'],
    ['/posts/1', 404],
    ['/posts/2', 'posts 2'],
    ['/people/7?include=posts', 'posts 2,posts 3'],
    ['/people/7/posts', 'posts 2,posts 3'],
  ])('decides about the records of its other methods: %s', async (url, expected) => {
    expect(await open(strict).read(url)).toBe(expected);
  });

  test('is not called without records', async () => {
    const nothing = (sources: Sources) => {
      const { posts } = strict(sources);
      return { posts: { ...posts, list: () => ({ records: [] }) } };
    };
    expect(await open(nothing).read('/posts')).toBe('');
  });

  test('decides by the id, not by the position', async () => {
    const reversed = (sources: Sources) => {
      const { posts } = strict(sources);
      const find: typeof posts.find = async (...given) => [...(await posts.find(...given))].reverse();
      return { posts: { ...posts, find, appliesFilters: { ...posts.appliesFilters, methods: [find] } } };
    };
    expect(await open(reversed).read('/people/7?include=posts')).toBe('posts 2,posts 3');
  });
});

/** Records of posts that are part of the result of `people.related`, with some fields. */
const loaded =
  (...fields: readonly string[]) =>
  ({ people, posts }: Sources): Partial<Record<keyof Sources, DataSource>> => ({
    posts: { ...posts, appliesFilters: undefined },
    people: {
      ...people,
      appliesFilters: undefined,
      find: async (...given) => (await people.find(...given)).map((it) => ({ ...it, posts: undefined })),
      related: (_, ids) => {
        const records = ['1', '2', '3'].map((id) =>
          Object.fromEntries(
            Object.entries({ id, title: 'Loaded', views: 9, '@tenant': '2' }).filter(
              ([name]) => name === 'id' || fields.includes(name),
            ),
          ),
        );
        return new Map(ids.map((id) => [id, { records: records as never }]));
      },
    },
  });

test('what the source compares differently from the server is its decision, on every path', async () => {
  const lower = (sources: Sources) => {
    const { posts } = sources;
    // Compares titles without case, as a column of the type citext does.
    const find: typeof posts.find = async (ids, selection, call) => {
      const found = await posts.find(ids, selection, { ...call, conditions: undefined });
      return call.conditions === undefined ? found : found.filter(({ id }) => id === '2');
    };
    return {
      posts: { ...posts, find, appliesFilters: { methods: [find], types: ['posts'] } },
      people: loaded('title')(sources).people as DataSource,
    };
  };
  const rule: AccessRules<typeof api>['posts'] = { read: () => [{ field: 'title', values: ['t2'] }] };
  const { read } = open(lower, rule);
  expect(await read('/posts/2')).toBe('posts 2');
  expect(await read('/people/7?include=posts')).toBe('posts 2');
});

describe('a related record that a source returns', () => {
  const byTenant: AccessRules<typeof api>['posts'] = { read: () => [{ field: '@tenant', values: ['2'] }] };
  const byAuthor: AccessRules<typeof api>['posts'] = { read: () => [{ field: 'author', values: ['7'] }] };
  test.each<[string, AccessRules<typeof api>['posts'], readonly string[], string]>([
    ['with the attribute of the rule is checked by it', undefined, ['title', 'views'], '1 Loaded,2 Loaded,3 Loaded'],
    ['without it is read from its own source', undefined, ['title'], '2 T2,3 T3'],
    ['with undeclared data of the rule', byTenant, ['title', '@tenant'], '1 Loaded,2 Loaded,3 Loaded'],
    ['without undeclared data', byTenant, ['title'], '2 T2'],
    ['whose rule compares a relationship, which its source returns', byAuthor, ['title'], '1 Loaded,2 Loaded,3 Loaded'],
  ])('%s', async (_, rule, fields, expected) => {
    const { document } = await send(open(loaded(...fields), rule).server, 'GET /people/7?include=posts');
    const shown = document.included.map(
      (it: { readonly id: string; readonly attributes: { readonly title: string } }) =>
        [it.id, it.attributes.title].join(' '),
    );
    expect(shown.join()).toBe(expected);
  });
});
