import { type Api, defineApi, toMany, toOne } from '@linkage/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyDocument, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Server } from '../pipeline/server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import { extendSource } from '../sources/port/extend-source.ts';

const api = defineApi({
  users: {
    relationships: {
      sites: toMany('sites'),
      home: toOne('sites'),
      things: toMany(['sites', 'users']),
      best: toOne(['sites', 'users']),
    },
  },
  sites: { relationships: { owner: toOne('users') } },
});
const names = ['sites', 'home', 'things', 'best'];
const ids = ['1', '2', '3'];

const memberOf = (types: readonly string[]) =>
  fc
    .record({
      type: fc.constantFrom(...types),
      id: fc.constantFrom(...ids),
      role: fc.option(fc.constantFrom('a', 'b')),
    })
    .map(({ type, id, role }) => ({ type, id, ...(role === null ? {} : { meta: { role } }) }));
const members = (types: readonly string[]) =>
  fc.uniqueArray(memberOf(types), { selector: ({ type, id }) => `${type} ${id}`, maxLength: 3 });
const anyTarget = ['sites', 'users'];
const worlds = fc.record({
  users: fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        sites: members(['sites']),
        home: fc.option(memberOf(['sites'])),
        things: members(anyTarget),
        best: fc.option(memberOf(anyTarget)),
      }),
    ),
  ),
  sites: fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), owner: fc.option(memberOf(['users'])) }))),
});

/** A source whose records do not contain relationships. */
function apart(source: DataSource): DataSource {
  const without = (records: readonly object[]) => records.map((record) => ({ id: (record as { id: unknown }).id }));
  return extendSource(source, {
    list: async (query: never, call: never) => {
      const page = (await source.list?.(query, call)) as { readonly records: readonly object[] };
      return { ...page, records: without(page.records) };
    },
    find: async (given: never, selection: never, call: never) =>
      without((await source.find?.(given, selection, call)) as readonly object[]),
  } as never) as DataSource;
}

async function read(server: Server, url: string): Promise<AnyDocument> {
  const { body = '' } = await server.handle({ method: 'GET', url, headers: {} });
  if (typeof body === 'string') return JSON.parse(body);
  let text = '';
  for await (const chunk of body as AsyncIterable<string>) text += chunk;
  return JSON.parse(text);
}

function linkageIn(document: AnyDocument, id: string, name: string): unknown {
  const all = [document.data, document.included ?? []].flat() as readonly AnyDocument[];
  return all.find((it) => it.type === 'users' && it.id === id)?.relationships[name].data;
}

const all = { read: () => true, create: () => true } as const;
const settings = fc.record({
  isApart: fc.boolean(),
  options: fc.constantFrom(
    {},
    { defaultAccess: 'allow', access: { sites: { read: () => [{ field: 'id', values: ['1', '2'] }] } } },
    { limits: { includedLinkage: 50 }, access: { users: all, sites: all } },
    { stream: { users: true } },
    { pagination: { types: { sites: { includedSize: 3 } } } },
  ),
});

test('the linkage of a resource is the same at every URL, with its meta', async () => {
  await fc.assert(
    fc.asyncProperty(
      worlds,
      settings,
      fc.constantFrom(...ids),
      fc.constantFrom(...names),
      async (world, { isApart, options }, id, name) => {
        const memory = createMemorySources(api, structuredClone(world) as never);
        const sources = isApart ? { users: apart(memory.users as never), sites: apart(memory.sites as never) } : memory;
        const server = createServer(api as Api, sources as never, options as never);
        const get = (url: string): Promise<AnyDocument> => read(server, url);
        const expected = (await get(`/users/${id}/relationships/${name}`)).data;
        const urls = [
          ...(isApart ? [] : [`/users/${id}`, '/users']),
          ...[`/users/${id}?include=${name}`, `/users?include=${name}`, `/users?include=${names.join()}`],
          `/users/${id}?include=sites.owner,${name}.owner`.replace(/,(things|best).owner/, ',$1'),
        ];
        for (const url of urls) expect([url, linkageIn(await get(url), id, name)]).toEqual([url, expected]);
        const again = await get(`/users/${id}/relationships/${name}?include=${name}`);
        expect(again.data).toEqual(expected);
        const page = await get(`/users/${id}/relationships/${name}${Array.isArray(expected) ? '?page[size]=2' : ''}`);
        expect(page.data).toEqual(Array.isArray(expected) ? expected.slice(0, 2) : expected);
      },
    ),
  );
});

test('a resource of the included resources shows the meta of its linkage', async () => {
  const sources = createMemorySources(api, {
    users: [{ id: '1', home: { type: 'sites', id: '1', meta: { role: 'a' } } }],
    sites: [{ id: '1', owner: { type: 'users', id: '1', meta: { since: 1 } } }],
  } as never);
  const server = createServer(api, sources);
  const { document } = await send(server, 'GET /users/1/relationships/home?include=home.owner');
  expect(document.data).toEqual({ type: 'sites', id: '1', meta: { role: 'a' } });
  const [user, site] = ['users', 'sites'].map((type) => document.included.find((it: AnyDocument) => it.type === type));
  expect(user.relationships.home.data).toEqual(document.data);
  expect(site.relationships.owner.data).toEqual({ type: 'users', id: '1', meta: { since: 1 } });
});
