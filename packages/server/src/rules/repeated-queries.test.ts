import { attribute, defineApi, toMany } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { CollectionQuery } from '../sources/port/data-source.ts';
import { extendSource } from '../sources/port/extend-source.ts';

const api = defineApi({
  notes: {
    attributes: { title: attribute(z.string(), { filter: true }), owner: attribute(z.string(), { filter: true }) },
    relationships: { links: toMany('notes') },
  },
});
const titles = ['a', 'b', 'a', 'b'];

function serving() {
  const asked: CollectionQuery[] = [];
  const { notes } = createMemorySources(api, {
    notes: titles.map((title, index) => ({ id: String(index), title, owner: index < 2 ? 'Ann' : 'Bob', links: [] })),
  });
  const list: typeof notes.list = (query, call) => {
    asked.push(query);
    return (notes.list as NonNullable<typeof notes.list>)(query, call);
  };
  const server = createServer(
    api,
    { notes: extendSource(notes, { list }, { applies: ['list'] }) as typeof notes },
    {
      context: ({ headers }) => String(headers['user']),
      access: { notes: { read: (user) => user === 'root' || [{ field: 'owner', values: [user] }] } },
    },
  );
  const ids = async (user: string, query = '') => {
    const { document } = await send(server, `GET /notes${query}`, undefined, { user });
    return document.data.map(({ id }: { id: string }) => id).join('');
  };
  return { asked, ids };
}

test('each user of a query that repeats sees their own resources, in any order of users', async () => {
  const { ids } = serving();
  for (const [user, all, filtered] of [
    ['Ann', '01', '0'],
    ['Bob', '23', '2'],
    ['root', '0123', '02'],
    ['Ann', '01', '0'],
    ['nobody', '', ''],
    ['Bob', '23', '2'],
  ] as const) {
    expect([user, await ids(user), await ids(user, '?filter[title]=a')]).toEqual([user, all, filtered]);
    expect([user, await ids(user, '?filter[title]=b&filter[owner]=Bob')]).toEqual([
      user,
      ['Bob', 'root'].includes(user) ? '3' : '',
    ]);
  }
});

test('the source receives the same query again, which nothing can change', async () => {
  const { asked, ids } = serving();
  for (const user of ['Ann', 'Ann', 'root', 'root']) await ids(user, '?filter[title]=a');
  expect(asked[1]).toBe(asked[0]);
  expect(asked[3]).toBe(asked[2]);
  expect(asked[2]).not.toBe(asked[0]);
  expect([Object.isFrozen(asked[0]), Object.isFrozen(asked[0]?.filter)]).toEqual([true, true]);
});
