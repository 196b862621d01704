import { attribute, defineApi, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AccessRules } from './access-rules.ts';

const name = attribute(z.string(), { sort: true });
const api = defineApi({
  posts: {
    attributes: { name },
    relationships: { author: toOne('people', { sort: true }) },
    defaultSort: ['author.name', '-name'],
  },
  people: { attributes: { name }, relationships: { team: toOne('teams', { sort: true }) } },
  teams: { attributes: { name } },
});
const sources = createMemorySources(api, {
  posts: [
    { id: '1', name: 'B', author: '8' },
    { id: '2', name: 'A', author: '7' },
    { id: '3', name: 'C', author: '8' },
  ],
  people: [
    { id: '7', name: 'Ada', team: '1' },
    { id: '8', name: 'Bo', team: '2' },
  ],
  teams: [
    { id: '1', name: 'Red' },
    { id: '2', name: 'Blue' },
  ],
});
const only = (...values: readonly string[]) => ({ read: () => [{ field: 'id', values }] as const });
const [all, none] = [{ read: () => true }, { read: () => false }];
const [byAuthor, byName, unsorted] = ['231', '312', '123'];

// A source that does not declare that it applies the conditions of rules to an order.
const undeclared = { ...sources.posts, appliesFilters: undefined };

test.each<[string, AccessRules<typeof api>, string, string]>([
  ['the default order', { people: all }, '', byAuthor],
  // Otherwise, the order of the posts would reveal the order of the names of hidden people.
  ['without a field of people of which some are hidden', { people: only('7') }, '', byName],
  ['also if the rule names all of them', { people: only('7', '8') }, '', byName],
  ['without a field of hidden people', { people: none }, '', byName],
  ['a rule of another type does not change it', { teams: only('1') }, '', byAuthor],
  ['the same field in a request', { people: only('7') }, '?sort=author.name', 'SORT_NOT_SUPPORTED sort'],
  ['even as the default order has it', { people: only('7') }, '?sort=author.name,-name', 'SORT_NOT_SUPPORTED sort'],
  ['of hidden people, all are equal', { people: none }, '?sort=author.name', unsorted],
  ['of hidden people, whatever follows', { people: none, teams: only('1') }, '?sort=author.team.name', unsorted],
  ['of hidden teams, whatever comes before', { people: only('7'), teams: none }, '?sort=author.team.name', unsorted],
])('%s', async (_, access, query, expected) => {
  expect(await found({ ...sources, posts: undeclared }, access, query)).toBe(expected);
});

test.each<[string, AccessRules<typeof api>, string, string]>([
  ['a field of people of which some are hidden', { people: only('7') }, '', '312'],
  ['also in the default order', { people: only('8') }, '', byAuthor],
  ['in descending order', { people: only('7') }, '?sort=-author.name', '231'],
  ['with a key behind it', { people: only('8') }, '?sort=-author.name,name', '132'],
  ['two fields on one way', { people: only('7'), teams: only('2') }, '?sort=-author.name,author.team.name', '213'],
  ['a step to resources that are hidden', { teams: only('2') }, '?sort=author.team.name', '213'],
  ['nothing behind a hidden step', { people: only('7'), teams: only('2') }, '?sort=-author.team.name', '321'],
])('a source that declares so sorts by %s as if they were missing', async (_, access, query, expected) => {
  expect(await found(sources, access, query)).toBe(expected);
});

/** The ids of posts, in order. */
async function found(from: object, access: AccessRules<typeof api>, query: string): Promise<string> {
  const server = createServer(api, from as typeof sources, { defaultAccess: 'allow', access });
  const { document, problems } = await send(server, `GET /posts${query}`);
  return document.data?.map(({ id }: { readonly id: string }) => id).join('') ?? problems.join();
}
