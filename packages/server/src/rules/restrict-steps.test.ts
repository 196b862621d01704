/** The errors for fields that cannot be restricted to visible resources. */
import { attribute, defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const on = { filter: true, sort: true } as const;
const name = attribute(z.string(), on);
const api = defineApi({
  posts: {
    attributes: { name },
    relationships: { author: toOne('people', on), tags: toMany(['people', 'teams'], { filter: true }) },
  },
  people: {
    attributes: { name },
    relationships: { team: toOne('teams', on), posts: toMany('posts', { filter: true }) },
  },
  teams: { attributes: { name } },
});
const { people, posts, teams } = createMemorySources(api, {
  posts: [{ id: '1', name: 'A', author: '7' }],
  people: [{ id: '7', name: 'Ada', team: '1', posts: ['1'] }],
  teams: [{ id: '1', name: 'Red' }],
});

const rejected = (text: string) => `Type "posts" cannot be ${text}.`;

test.each<[query: string, parameter: string, detail: string]>([
  ['sort=author.name', 'sort', rejected('sorted by "author.name"')],
  ['sort=-author.team.name', 'sort', rejected('sorted by "author.team.name"')],
  ['filter[tags]=7', 'filter[tags]', rejected('filtered by "tags"')],
  ['filter[tags][ne]=7', 'filter[tags][ne]', rejected('filtered by "tags"')],
  ['filter[author.posts.name]=A', 'filter[author.posts.name]', rejected('filtered by "author.posts.name"')],
  ['filter[author.posts.name][ge]=A', 'filter[author.posts.name][ge]', rejected('filtered by "author.posts.name"')],
])('%s', async (query, parameter, detail) => {
  const access = { people: { read: () => [{ field: 'name', values: ['Ada'] }] as const } };
  // People cannot be listed, and posts state nothing, so that the conditions cannot be replaced by ids.
  const sources = {
    posts: { ...posts, appliesFilters: query.includes('tags') ? posts?.appliesFilters : undefined },
    people: { ...people, list: undefined },
    teams,
  };
  const { status, document } = await send(
    createServer(api, sources as never, { defaultAccess: 'allow', access }),
    `GET /posts?${query}`,
  );
  expect([status, document.errors[0].source, document.errors[0].detail]).toEqual([400, { parameter }, detail]);
});

test('an error of a source on the path of a condition is reported itself', async () => {
  const errors: unknown[] = [];
  const down = new Error('down');
  const list = () => {
    throw down;
  };
  const server = createServer(
    api,
    { posts: { ...posts, appliesFilters: undefined }, people: { ...people, list }, teams } as never,
    {
      defaultAccess: 'allow',
      access: { people: { read: () => [{ field: 'name', values: ['Ada'] }] as const } },
      onError: (error) => errors.push(error),
    },
  );
  expect([(await send(server, 'GET /posts?filter[author.posts.name]=A')).status, errors]).toEqual([500, [down]]);
});

test.each(['filter[author.posts.name][ne]', 'filter[author.posts.author][ne]'])(
  'a condition that a source on its path does not apply is rejected by the name that it has in the request: %s',
  async (parameter) => {
    const access = { people: { read: () => [{ field: 'name', values: ['Ada'] }] as const } };
    const undeclared = {
      posts: { ...posts, appliesFilters: undefined },
      people: { ...people, appliesFilters: undefined },
    };
    const server = createServer(api, { ...undeclared, teams } as never, { defaultAccess: 'allow', access });
    const { status, document } = await send(server, `GET /posts?${parameter}=A`);
    const name = parameter.slice('filter['.length, -'][ne]'.length);
    expect([status, document.errors]).toEqual([
      400,
      [
        expect.objectContaining({
          code: 'FILTER_NOT_SUPPORTED',
          source: { parameter },
          detail: rejected(`filtered by "${name}"`),
        }),
      ],
    ]);
  },
);

test('an error of a source on the path is the error of the request', async () => {
  const access = { people: { read: () => [{ field: 'name', values: ['Ada'] }] as const } };
  const list = () => {
    throw new JsonApiError(errorObject('CONSTRAINT_VIOLATED', 'Try again later.'));
  };
  const sources = { posts: { ...posts, appliesFilters: undefined }, people: { ...people, list }, teams };
  const { problems } = await send(
    createServer(api, sources as never, { defaultAccess: 'allow', access }),
    'GET /posts?filter[author.posts.name]=A',
  );
  expect(problems).toEqual(['CONSTRAINT_VIOLATED']);
});

test('the ids that match a condition of a path are those of visible resources, through each step', async () => {
  const access = { teams: { read: () => [{ field: 'name', values: ['Blue'] }] as const } };
  const server = createServer(api, { posts, people, teams } as never, { defaultAccess: 'allow', access });
  expect((await send(server, 'GET /posts?filter[author.team.name]=Red')).document.data).toEqual([]);
  expect((await send(server, 'GET /posts?filter[author.name]=Ada')).document.data).toHaveLength(1);
});
