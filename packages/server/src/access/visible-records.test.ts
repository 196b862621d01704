/** How a data source is asked which of its records a caller can read. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AnySource } from '../source/any-source.ts';
import type { AccessRules } from './access-rules.ts';

const api = defineApi({
  posts: { attributes: { title: z.string(), views: z.number() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { posts: toMany('posts') } },
});
type Sources = { readonly posts: Required<AnySource>; readonly people: Required<AnySource> };

/** Posts 1 to 3; the caller can read those with at least two views, 2 and 3, unless the rule says otherwise. */
function open(
  change: (sources: Sources) => Partial<Record<keyof Sources, AnySource>>,
  posts: AccessRules<typeof api>['posts'] = { read: () => [{ field: 'views', operator: 'ge', values: [2] }] },
) {
  const sources = createMemorySources(api, {
    posts: ['1', '2', '3'].map((id) => ({ id, title: `T${id}`, views: Number(id), author: '7', '@tenant': id })),
    people: [{ id: '7', name: 'Ada', posts: ['1', '2', '3'] }],
  }) as unknown as Sources;
  const errors: string[] = [];
  const server = createServer(api, { ...sources, ...change(sources) } as never, {
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
    posts: { ...posts, find, appliesConditions: { ...posts.appliesConditions, methods: [find], types: ['posts'] } },
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
      return { posts: { ...posts, find, appliesConditions: { ...posts.appliesConditions, methods: [find] } } };
    };
    expect(await open(reversed).read('/people/7?include=posts')).toBe('posts 2,posts 3');
  });
});

/** Records of posts that are part of the result of `people.related`, with some fields. */
const loaded =
  (...fields: readonly string[]) =>
  ({ people, posts }: Sources): Partial<Record<keyof Sources, AnySource>> => ({
    posts: { ...posts, appliesConditions: undefined },
    people: {
      ...people,
      appliesConditions: undefined,
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

describe('a related record that a source returns', () => {
  const byTenant: AccessRules<typeof api>['posts'] = { read: () => [{ field: '@tenant', values: ['2'] }] };
  const byAuthor: AccessRules<typeof api>['posts'] = { read: () => [{ field: 'author', values: ['7'] }] };
  test.each<[string, AccessRules<typeof api>['posts'], readonly string[], string]>([
    ['with the attribute of the rule is checked by it', undefined, ['title', 'views'], 'posts 1,posts 2,posts 3'],
    ['without it is read from its own source', undefined, ['title'], 'posts 2,posts 3'],
    ['with undeclared data of the rule', byTenant, ['title', '@tenant'], 'posts 1,posts 2,posts 3'],
    ['without undeclared data', byTenant, ['title'], 'posts 2'],
    ['whose rule compares a relationship, which its source returns', byAuthor, ['title'], 'posts 1,posts 2,posts 3'],
  ])('%s', async (_, rule, fields, expected) => {
    expect(await open(loaded(...fields), rule).read('/people/7?include=posts')).toBe(expected);
  });
});
