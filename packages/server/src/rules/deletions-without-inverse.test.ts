/**
 * Deletions that change records in memory whose relationships do not have an inverse, have several target types, or are
 * their own inverse: the rules of these records decide, as they do over the foreign keys of a database.
 */
import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

function declare(write: boolean, clears = true) {
  return defineApi({
    articles: {
      attributes: {},
      relationships: {
        author: toOne('people', { write }),
        owner: toOne(['people', 'teams'], { write, ...(clears && { onDelete: 'clear' }) }),
        tags: toMany('tags', { write }),
      },
    },
    people: {
      attributes: {},
      relationships: {
        spouse: toOne('people', { inverse: 'spouse' }),
        friends: toMany('people', { inverse: 'friends' }),
      },
    },
    teams: { attributes: {} },
    tags: { attributes: {} },
  });
}
const api = declare(true);
type Options = ServerOptions<unknown, typeof api>;

const person = (id: string) => ({ type: 'people', id });
function open(options: Options, declared: typeof api = api) {
  const sources = createMemorySources(declared, {
    articles: [
      { id: '1', author: '7', owner: { type: 'teams', id: '9' }, tags: ['7'] },
      { id: '2', author: null, owner: { type: 'people', id: '8' }, tags: [] },
    ],
    people: [{ id: '5', spouse: '6', friends: ['9'] }, { id: '6' }, { id: '7' }, { id: '8' }, { id: '9' }],
    teams: [{ id: '7' }, { id: '8' }, { id: '9' }],
    tags: [{ id: '7' }],
  });
  const [server, unguarded] = [
    createServer(declared, sources, { defaultAccess: 'allow', ...options }),
    createServer(declared, sources),
  ];
  const read = async () =>
    JSON.stringify(
      (await Promise.all(['/articles', '/people'].map((url) => send(unguarded, `GET ${url}`)))).map(
        ({ document }) => document.data,
      ),
    );
  return {
    async tryTo(line: string, data?: unknown) {
      const before = await read();
      const { status } = await send(server, line, data === undefined ? undefined : { data });
      return [status, (await read()) === before];
    },
  };
}

const [no, one] = [() => false, () => [{ field: 'id', values: ['2'] }] as const];
const rejecting: [string, Options, typeof api?][] = [
  ['hidden articles', { access: { articles: { read: no } } }],
  ['articles of which this one is hidden', { access: { articles: { read: one } } }],
  ['update', { access: { articles: { update: no } } }],
  ['updateRelationship', { access: { articles: { updateRelationship: no } } }],
  ['hidden fields', { access: { articles: { fields: no } } }],
  ['write: false', {}, declare(false) as unknown as typeof api],
];

test.each<[string, Options, typeof api?]>(rejecting)(
  '%s: a deletion that empties a to-one relationship is rejected',
  async (_, options, declared) => {
    const { tryTo } = open(options, declared);
    expect(await tryTo('DELETE /people/7')).toEqual([403, true]);
    expect(await tryTo('DELETE /teams/9')).toEqual([403, true]);
    // Nothing references these: other types have resources with the same ids.
    for (const url of ['/people/9', '/teams/7', '/teams/8'])
      expect([url, (await open(options, declared).tryTo(`DELETE ${url}`))[0]]).toEqual([url, 204]);
    // As a join table of a database: the record of the article does not store the link.
    expect((await tryTo('DELETE /tags/7'))[0]).toBe(204);
  },
);

test.each<[string, Options, typeof api?]>(rejecting)(
  '%s: a to-one relationship with several target types keeps its link without `onDelete`, and asks no rule',
  async (_, options, declared) => {
    const write = declared === undefined;
    const { tryTo } = open(options, declare(write, false) as unknown as typeof api);
    expect(await tryTo('DELETE /teams/9')).toEqual([204, true]);
    expect(await tryTo('DELETE /people/8')).toEqual([204, false]);
  },
);

test.each<[string, Options, typeof api?]>([
  ['rules that allow', { access: { articles: { update: () => true, updateRelationship: () => true } } }],
  ['no rules', {}],
  ['uncheckedInverses', { access: { articles: { read: no } }, uncheckedInverses: { articles: ['author', 'owner'] } }],
])('%s: the deletion is allowed', async (_, options) => {
  for (const url of ['/people/7', '/people/8', '/teams/9'])
    expect(await open(options).tryTo(`DELETE ${url}`)).toEqual([204, false]);
});

test.each<[string, string, unknown?]>([
  ['its deletion', 'DELETE /people/5'],
  ['a new link', 'PATCH /people/7/relationships/spouse', person('6')],
  ['a replaced link', 'PATCH /people/5/relationships/spouse', person('7')],
  ['a removed link', 'PATCH /people/5/relationships/spouse', null],
])(
  'a to-one relationship that is its own inverse: the rules of the other resource decide about %s',
  async (_, line, data) => {
    const rejected = { people: { update: (_: unknown, { id }: { id: string }) => id !== '6' } };
    expect(await open({ access: rejected }).tryTo(line, data)).toEqual([403, true]);
    expect((await open({ access: { people: { update: () => true } } }).tryTo(line, data))[0]).toBe(204);
  },
);

test.each<[string, string, unknown]>([
  ['a new link', 'POST /people/7/relationships/friends', [person('9')]],
  ['a removed link', 'DELETE /people/5/relationships/friends', [person('9')]],
  ['a replaced link', 'PATCH /people/5/relationships/friends', []],
])(
  'a to-many relationship that is its own inverse: the rules of the other resource decide about %s',
  async (_, line, data) => {
    const rejected = { people: { updateRelationship: (_: unknown, { id }: { id: string | undefined }) => id !== '9' } };
    expect(await open({ access: rejected }).tryTo(line, data)).toEqual([403, true]);
    expect(await open({ access: { people: { updateRelationship: () => true } } }).tryTo(line, data)).toEqual([
      204,
      false,
    ]);
  },
);
