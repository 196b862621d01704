import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AccessRules } from './access-rules.ts';

const text = attribute(z.string().nullable(), { sort: true, filter: true });
const api = defineApi({
  posts: {
    attributes: { title: text },
    relationships: {
      author: toOne('people', { filter: true, sort: true }),
      comments: toMany('comments', { filter: true }),
    },
  },
  people: {
    attributes: { name: text },
    relationships: {
      team: toOne('teams', { filter: true, sort: true }),
      posts: toMany('posts', { filter: true }),
      likes: toMany(['posts', 'comments'], { filter: true }),
    },
  },
  comments: { attributes: { body: text }, relationships: { by: toOne('people', { filter: true }) } },
  teams: { attributes: { name: text } },
});

const sources = createMemorySources(api, {
  posts: [
    { id: 'a', title: 'A', author: '2', comments: ['1', '2'] },
    { id: 'b', title: 'B', author: '1', comments: ['2'] },
    { id: 'c', title: 'C', author: null, comments: [] },
  ],
  people: [
    { id: '1', name: 'Ada', team: '1', posts: ['a', 'b'], likes: [{ type: 'posts', id: 'a' }] },
    { id: '2', name: 'Bo', team: '2', posts: [], likes: [{ type: 'comments', id: '2' }] },
  ],
  comments: [
    { id: '1', body: 'yes', by: '1' },
    { id: '2', body: 'no', by: '2' },
  ],
  teams: [
    { id: '1', name: 'Red' },
    { id: '2', name: 'Blue' },
  ],
});

const only = (...values: readonly string[]) => ({
  read: () => [{ field: 'id', operator: 'eq', values } as const],
});
const none = { read: () => false };

async function ids(access: AccessRules<typeof api>, url: string, from: typeof sources = sources): Promise<string> {
  const { status, document, problems } = await send(
    createServer(api, from, { defaultAccess: 'allow', access }),
    `GET ${url}`,
  );
  return status === 200
    ? identities(document.data)
        .map((it) => it.split(' ')[1])
        .join('')
    : problems.join();
}

describe('a filter looks at nothing that the user does not see', () => {
  test.each<[AccessRules<typeof api>, string, string]>([
    [{ people: only('1') }, 'filter[author]=1', 'b'],
    [{ people: only('1') }, 'filter[author]=2', ''],
    [{ people: only('1') }, 'filter[author]=1,2', 'b'],
    [{ people: none }, 'filter[author]=1', ''],
    [{ people: only('1') }, 'filter[author.name]=Ada,Bo', 'b'],
    [{ people: only('1') }, 'filter[author.name]=Bo', ''],
    [{ people: none }, 'filter[author.name]=Ada', ''],
    [{ people: only('1') }, 'filter[author.team.name]=Red,Blue', 'b'],
    [{ teams: only('1') }, 'filter[author.team.name]=Red,Blue', 'b'],
    [{ teams: only('1') }, 'filter[author.team]=1', 'b'],
    [{ teams: only('1') }, 'filter[author.team]=2', ''],
    [{ teams: none }, 'filter[author.team]=1,2', ''],
    [{ comments: only('1') }, 'filter[comments]=1,2', 'a'],
    [{ comments: only('1') }, 'filter[comments.body]=yes,no', 'a'],
    [{ comments: only('1') }, 'filter[comments.body]=no', ''],
    [{ comments: none }, 'filter[comments.body]=no', ''],
    [{ people: only('1') }, 'filter[comments.by.name]=Ada,Bo', 'a'],
    [{ people: only('1') }, 'filter[comments.by]=1,2', 'a'],
    [{ posts: only('a', 'b') }, 'filter[author.posts.title]=A', 'b'],
    [{ posts: only('b') }, 'filter[author.posts.title]=A', ''],
    [{ people: {} }, 'filter[author.name]=Bo', 'a'],
    [{ people: only('1') }, "filter=or(eq(author.name,'Bo'),eq(title,'C'))", 'c'],
    [{ people: only('1') }, "filter=and(not(eq(author.name,'Bo')),eq(title,'A'))", 'a'],
    [{ people: none }, "filter=or(eq(author.name,'Ada'),eq(title,'C'))", 'c'],
    [{ comments: only('1') }, "filter=or(eq(comments.body,'no'),eq(title,'C'))", 'c'],
  ])('%j %s: %s', async (access, query, expected) => {
    expect(await ids(access, `/posts?${query}`)).toBe(expected);
    const posts = expected
      .split('')
      .filter((id) => id !== 'c')
      .join('');
    if (access.people === undefined && access.posts === undefined) {
      expect(await ids(access, `/people/1/posts?${query}`)).toBe(posts);
    }
  });

  test('ids that may be of several types: rejected, whatever there is', async () => {
    const rejected = 'FILTER_NOT_SUPPORTED filter[likes]';
    expect(await ids({ posts: only('a') }, '/people?filter[likes]=2')).toBe(rejected);
    expect(await ids({ posts: none }, '/people?filter[likes]=9')).toBe(rejected);
    expect(await ids({}, '/people?filter[likes]=2')).toBe('2');
  });

  test('a type that cannot be searched: rejected', async () => {
    const { list: _, ...comments } = sources.comments ?? {};
    // A source that does not declare that it applies conditions: the ids that fit are asked for first.
    const posts = { ...sources.posts, appliesFilters: undefined };
    const server = createServer(
      api,
      { ...sources, posts, comments },
      { defaultAccess: 'allow', access: { comments: only('1') } },
    );
    const { problems } = await send(server, 'GET /posts?filter[comments.body][ge]=a');
    expect(problems).toEqual(['FILTER_NOT_SUPPORTED filter[comments.body][ge]']);
  });
});

describe('an order looks at nothing that the user does not see', () => {
  const rejected = 'SORT_NOT_SUPPORTED sort';
  test.each<[AccessRules<typeof api>, string, string]>([
    [{}, 'author.name', 'cba'],
    [{ people: { read: () => true } }, '-author.name', 'abc'],
    [{ people: only('1') }, 'author.name', 'acb'],
    [{ people: only('1') }, '-author.name', 'bca'],
    [{ people: only('2') }, 'author.id,title', 'bca'],
    [{ people: only('1', '2') }, 'author.name', 'cba'],
    [{ people: none }, '-author.name', 'abc'],
    [{ people: none }, '-author.name,-title', 'cba'],
    [{ teams: only('1') }, 'author.team.name', 'acb'],
    [{ people: only('2'), teams: only('1') }, 'author.team.name', 'abc'],
    [{ teams: none }, 'author.team.name', 'abc'],
    [{ teams: only('1') }, 'author.name', 'cba'],
  ])('%j %s: %s', async (access, key, expected) => {
    expect(await ids(access, `/posts?sort=${key}`)).toBe(expected);
    if (access.people !== undefined) return;
    expect(await ids(access, `/people/1/posts?sort=${key}`)).toBe(expected.replace('c', ''));
  });

  const without = (type: 'posts' | 'people' | 'teams', statement: object | undefined) => {
    const appliesFilters = statement && { ...sources[type]?.appliesFilters, ...statement };
    return { ...sources, [type]: { ...sources[type], appliesFilters } } as typeof sources;
  };
  test.each([
    ['the source declares nothing', without('posts', undefined)],
    ['it does not declare orders', without('posts', { sort: undefined })],
    ['it does not declare the type', without('posts', { types: ['posts'] })],
    ['the source of the type does not decide', without('people', undefined)],
  ])('%s: rejected', async (_, from) => {
    for (const access of [{ people: only('1') }, { people: only('1', '2') }])
      expect(await ids(access, '/posts?sort=author.name', from)).toBe(rejected);
    expect(await ids({}, '/posts?sort=author.name', from)).toBe('cba');
  });
});
