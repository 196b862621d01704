/** Filters of users who cannot read all resources: with the conditions of the rules, or with the ids that match them. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

const text = attribute(z.string(), { filter: true });
const on = { filter: true } as const;
const api = defineApi({
  posts: {
    attributes: { title: text },
    relationships: { author: toOne('people', on), comments: toMany('comments', on) },
  },
  people: {
    attributes: { name: text },
    relationships: { team: toOne('teams', on), likes: toMany(['posts', 'comments'], on) },
  },
  comments: { attributes: { body: text }, relationships: { by: toOne('people', on) } },
  teams: { attributes: { name: text } },
});
type Rules = AccessRules<typeof api>;

const memory = createMemorySources(api, {
  posts: [
    { id: 'a', title: 'A', author: '2', comments: ['1', '2'] },
    { id: 'b', title: 'B', author: '1', comments: ['2'] },
    { id: 'c', title: 'C', author: null, comments: [] },
    { id: 'd', title: 'D', author: '3', comments: ['3'] },
  ],
  people: [
    { id: '1', name: 'Ada', team: '1', likes: [{ type: 'comments', id: '2' }] },
    { id: '2', name: 'Bo', team: '2', likes: [] },
    { id: '3', name: 'Cy', team: null, likes: [] },
  ],
  comments: [
    { id: '1', body: 'yes', by: '1' },
    { id: '2', body: 'no', by: '2' },
    { id: '3', body: 'maybe', by: '3' },
  ],
  teams: [
    { id: '1', name: 'Red' },
    { id: '2', name: 'Blue' },
  ],
}) as unknown as Readonly<Record<keyof typeof api.declaration, Required<DataSource>>>;

/** The conditions that the source of posts declares to apply. The other sources apply all. */
type Declared = 'all' | 'operators' | 'nothing';
const statements: Readonly<Record<Declared, DataSource['appliesFilters']>> = {
  all: memory.posts.appliesFilters,
  operators: { ...(memory.posts.appliesFilters as object), groups: false } as DataSource['appliesFilters'],
  nothing: undefined,
};

/** The ids of the posts that match, or the errors. */
async function ids(access: Rules, query: string, declared: Declared = 'all', includedLinkage = 1000): Promise<string> {
  const posts = { ...memory.posts, appliesFilters: statements[declared] };
  const server = createServer(api, { ...memory, posts } as never, {
    defaultAccess: 'allow',
    access,
    limits: { includedLinkage },
  });
  const { document, problems } = await send(server, `GET /posts?fields[posts]=&${query}`);
  return problems.length > 0
    ? problems.join()
    : identities(document.data)
        .map((it) => it.slice(-1))
        .join('');
}

const only = (...values: readonly string[]) => ({ read: () => [{ field: 'id', values }] as const });
const none = { read: () => false };
const rejected = (parameter: string) => `FILTER_NOT_SUPPORTED ${parameter}`;

describe('a condition finds nothing by a hidden resource, whatever the source applies', () => {
  // The person 1 is visible, so a post of another person looks as if it did not have an author.
  const one: Rules = { people: only('1') };
  const hidden: Rules = { people: none };
  const eq = rejected('filter[author]');
  const ne = rejected('filter[author][ne]');
  test.each<[Rules, query: string, all: string, operators: string, nothing: string]>([
    [one, 'filter[author]=1,2', 'b', 'b', 'b'],
    [one, 'filter[author]=2,3', '', '', ''],
    [one, 'filter[author][ne]=1', 'acd', 'acd', ne],
    [one, 'filter[author][ne]=1,2', 'acd', 'acd', ne],
    // Rejected for ids that the user cannot read, too: the response does not depend on them.
    [one, 'filter[author][ne]=2', 'abcd', 'abcd', ne],
    [one, 'filter[author]=null', 'acd', eq, eq],
    [one, 'filter[author]=null,1', 'abcd', eq, eq],
    [one, 'filter[author][ne]=null', 'b', ne, ne],
    [one, 'filter[author][ne]=null,1', '', ne, ne],
    [hidden, 'filter[author]=1', '', '', ''],
    [hidden, 'filter[author]=null', 'abcd', 'abcd', 'abcd'],
    [hidden, 'filter[author]=null,1', 'abcd', 'abcd', 'abcd'],
    [hidden, 'filter[author][ne]=null', '', '', ''],
    [hidden, 'filter[author][ne]=1', 'abcd', 'abcd', 'abcd'],
    [{ teams: only('1') }, 'filter[author]=1,2', 'ab', 'ab', 'ab'],
  ])('%j %s: %s', async (access, query, ...expected) => {
    const found = [];
    for (const declared of ['all', 'operators', 'nothing'] as const) found.push(await ids(access, query, declared));
    expect(found).toEqual(expected);
  });
});

describe('a condition on a path reaches only visible resources, whatever the source applies', () => {
  const ada = { read: () => [{ field: 'name', operator: 'startsWith', values: ['A'] }] as const };
  const adaOrNone = {
    read: () =>
      [
        {
          or: [
            { field: 'name', values: ['Ada'] },
            { field: 'id', values: ['9'] },
          ],
        },
      ] as const,
  };
  test.each<[Rules, query: string, expected: string]>([
    [{ people: only('1') }, 'filter[author.name]=Ada,Bo', 'b'],
    [{ people: only('1') }, 'filter[author.id]=1,2', 'b'],
    [{ people: only('1') }, 'filter[author.team.name]=Red,Blue', 'b'],
    [{ people: none }, 'filter[author.team]=1', ''],
    // The rule of people has conditions that the source of posts may not apply.
    [{ people: ada }, 'filter[author.name]=Ada,Bo', 'b'],
    [{ people: adaOrNone }, 'filter[author.name]=Ada,Bo', 'b'],
    [{ people: adaOrNone }, 'filter[author.name]=Bo', ''],
    [{ comments: only('1') }, 'filter[comments.body]=yes,no', 'a'],
    [{ comments: only('2') }, 'filter[comments.body]=yes', ''],
    [{ people: only('1') }, 'filter[comments.by.name]=Ada,Bo', 'a'],
    [{ people: only('1') }, 'filter[comments.by]=1,2', 'a'],
    // A comment of a hidden person looks as if it did not have an author.
    [{ people: only('1') }, 'filter[comments.by][ne]=1', 'abd'],
    [{ people: only('2') }, 'filter[comments.by][ne]=2', 'ad'],
    [{ people: only('2') }, 'filter[comments.by]=null', 'ad'],
    [{ people: only('2') }, 'filter[comments.by]=null,2', 'abd'],
    [{ teams: only('1') }, 'filter[author.team]=1,2', 'b'],
    [{ teams: only('1') }, 'filter[author.team.name]=Red,Blue', 'b'],
    [{ teams: only('1') }, 'filter[author.team]=null', 'ad'],
    [{ teams: none }, 'filter[author.team]=1', ''],
    [{ teams: none }, 'filter[author.team]=null', 'abd'],
    [{ people: only('1', '2'), teams: only('2') }, 'filter[author.team]=1,2', 'a'],
    [{ people: only('1'), teams: only('2') }, 'filter[author.team]=1,2', ''],
    [{ people: only('1'), teams: only('2') }, 'filter[author.team.name]=Red,Blue', ''],
  ])('%j %s: %s', async (access, query, expected) => {
    const found = [];
    for (const declared of ['all', 'operators', 'nothing'] as const) {
      const operator = /\[ne\]|null/.test(query) && !query.includes('comments') && !query.includes('team');
      if (!operator || declared === 'all') found.push(await ids(access, query, declared));
    }
    expect(new Set(found)).toEqual(new Set([expected]));
  });

  test('an operator that the source does not declare is rejected', async () => {
    expect(await ids({ people: only('1') }, 'filter[author.name][ne]=Bo')).toBe('b');
    expect(await ids({ people: only('1') }, 'filter[author.name][ne]=Bo', 'nothing')).toBe(
      rejected('filter[author.name][ne]'),
    );
  });
});

test('ids of several types are rejected at the end of a path, too', async () => {
  for (const declared of ['all', 'operators', 'nothing'] as const) {
    expect(await ids({ comments: only('1') }, 'filter[author.likes]=2', declared)).toBe(
      rejected('filter[author.likes]'),
    );
    expect(await ids({ posts: only('a') }, 'filter[author.likes]=2', declared)).toBe(rejected('filter[author.likes]'));
  }
  expect(await ids({ teams: only('1') }, 'filter[author.likes]=2')).toBe('b');
});

describe('a source that declares the types, but neither operators nor groups', () => {
  const one = [{ field: 'id', operator: 'eq', values: ['1'] }];
  test.each<[Rules, query: string, received: object]>([
    [
      { people: only('1') },
      'filter[author]=1,2',
      { field: 'author.id', operator: 'eq', values: ['1', '2'], through: [one] },
    ],
    [
      { people: only('1') },
      'filter[author.name]=Ada,Bo',
      { field: 'author.name', operator: 'eq', values: ['Ada', 'Bo'], through: [one] },
    ],
    [
      { teams: only('1') },
      'filter[author.team]=1,2',
      { field: 'author.team.id', operator: 'eq', values: ['1', '2'], through: [[], one] },
    ],
    [{ comments: only('1') }, 'filter[author]=1,2', { field: 'author', operator: 'eq', values: ['1', '2'] }],
  ])('%j %s: receives the conditions of the rules, and no ids are read', async (access, query, received) => {
    const filters: unknown[] = [];
    const list: typeof memory.posts.list = (given, call) => {
      filters.push(...given.filter);
      return memory.posts.list(given, call);
    };
    const posts = { ...memory.posts, list, appliesFilters: { methods: [list], types: ['people', 'teams'] } };
    const server = createServer(api, { ...memory, posts } as never, { defaultAccess: 'allow', access });
    const { document } = await send(server, `GET /posts?${query}&fields[posts]=title`);
    expect(identities(document.data)).toEqual(
      query.includes('1,2') && 'comments' in access ? ['posts a', 'posts b'] : ['posts b'],
    );
    expect(filters).toEqual([received]);
  });
});

describe('a part of a group that is decided', () => {
  // No person is visible, so `eq(author,1)` never matches, and `eq(author,null)` always does.
  test.each([
    ["or(eq(author,1),eq(author.name,'Bo'))", ''],
    ["or(eq(author,1),eq(title,'A'))", 'a'],
    ["or(eq(author,1),eq(title,'A'),eq(title,'B'))", 'ab'],
    ["or(eq(author,null),eq(title,'A'))", 'abcd'],
    ["and(eq(author,1),eq(title,'A'))", ''],
    ["and(eq(author,null),eq(title,'A'))", 'a'],
    ["and(eq(author,null),eq(title,'A'),eq(title,'B'))", ''],
    ['and(eq(author,null),not(eq(author,1)))', 'abcd'],
    ['not(eq(author,1))', 'abcd'],
    ['not(eq(author,null))', ''],
    ["not(eq(title,'A'))", 'bcd'],
    ["not(or(eq(author,1),eq(title,'A')))", 'bcd'],
    ["or(not(eq(author,null)),not(and(eq(author,null),eq(title,'A'))))", 'bcd'],
  ])('filter=%s: %s', async (filter, expected) => {
    expect(await ids({ people: none }, `filter=${filter}`)).toBe(expected);
  });
});

describe('the ids that replace conditions are limited', () => {
  const access = { people: only('1', '2'), comments: only('1', '2') };
  test.each<[query: string, limit: number, expected: string]>([
    ['filter[comments.body]=yes,no', 2, 'ab'],
    ['filter[comments.body]=yes,no', 1, rejected('filter[comments.body]')],
    ['filter[comments.body]=yes&filter[comments.by.name]=Ada', 2, 'a'],
    ['filter[comments.body]=yes&filter[comments.by.name]=Ada', 1, rejected('filter[comments.by.name]')],
    ['filter[comments.body]=other&filter[comments.by.name]=Ada', 1, ''],
    ['filter[author]=1,2&filter[comments.body]=yes', 3, 'a'],
    ['filter[author]=1,2&filter[comments.body]=yes', 2, rejected('filter[comments.body]')],
    // More ids than the limit, from the request: no others can be added.
    ['filter[author]=1,2&filter[comments.body]=yes', 1, rejected('filter[comments.body]')],
    ['filter[author]=1,2&filter[comments.body]=other', 1, ''],
    // The values of the request itself are not limited.
    ['filter[title]=A,B,C&filter[comments.body]=yes', 1, 'a'],
  ])('%s with at most %i: %s', async (query, limit, expected) => {
    expect(await ids(access, query, 'nothing', limit)).toBe(expected);
  });

  test('and not needed for a source that applies the conditions', async () => {
    expect(await ids(access, 'filter[comments.body]=yes,no&filter[comments.by.name]=Ada', 'all', 1)).toBe('a');
  });
});

describe('a user who cannot read an attribute cannot filter by the members of its objects', () => {
  const data = attribute(z.object({ city: z.string() }), { filter: { city: true } });
  const api = defineApi({
    shops: { attributes: { data, name: text }, relationships: { next: toOne('shops', on) } },
  });
  const sources = createMemorySources(api, {
    shops: [
      { id: '1', name: 'A', data: { city: 'Rome' }, next: '2' },
      { id: '2', name: 'B', data: { city: 'Oslo' }, next: null },
    ],
  });
  const answer = async (access: AccessRules<typeof api>, url: string) =>
    send(createServer(api, sources, { defaultAccess: 'allow', access }), `GET ${url}`);
  const fields = (names: readonly string[]): AccessRules<typeof api> => ({ shops: { fields: () => names as never } });

  test.each(['filter[data.city]', 'filter[data.city][ne]', 'filter[next.data.city]', 'filter[data.town]'])(
    '%s',
    async (parameter) => {
      const value = parameter.includes('town') ? 'x' : 'Rome';
      const hidden = await answer(fields(['name', 'next']), `/shops?${parameter}=${value}`);
      // The answer is that for a name which no API has: it says neither that the attribute exists, nor which members it has.
      const unknown = await answer(fields(['name', 'next']), `/shops?${parameter.replace('data', 'none')}=${value}`);
      expect(hidden.problems).toEqual([rejected(parameter)]);
      expect(JSON.parse(JSON.stringify(hidden.document).replaceAll('data', 'none'))).toEqual(unknown.document);
    },
  );

  test('and a user who reads it can', async () => {
    const { document } = await answer(fields(['data']), '/shops?filter[data.city]=Rome');
    expect(identities(document.data)).toEqual(['shops 1']);
  });

  test('nor a user who reads it of some resources only', async () => {
    const access: AccessRules<typeof api> = {
      shops: { fields: () => ({ where: { data: [{ field: 'name', values: ['B'] }] } }) },
    };
    for (const parameter of ['filter[data.city]', 'filter[next.data.city][ne]'])
      expect((await answer(access, `/shops?${parameter}=Oslo`)).problems).toEqual([rejected(parameter)]);
    expect((await answer(access, "/shops?filter=not(eq(data.city,'Oslo'))")).problems).toEqual([rejected('filter')]);
  });
});
