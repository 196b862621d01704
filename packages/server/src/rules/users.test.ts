import { defineApi, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Selection } from '../sources/port/data-source.ts';

const api = defineApi({
  notes: { attributes: { text: z.string() }, relationships: { owner: toOne('people'), about: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const people = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bo' },
];
const notes = [
  { id: 'a', text: 'A', owner: '1', about: '2' },
  { id: 'b', text: 'B', owner: '2', about: '1' },
];

test('two users of one process take turns, and each sees their own resources', async () => {
  const server = createServer<typeof api, string>(api, createMemorySources(api, { people, notes }), {
    context: ({ headers }) => String(headers['x-user']),
    defaultAccess: 'allow',
    access: { notes: { read: (user) => [{ field: 'owner', values: [user] }] } },
  });
  for (let turn = 0; turn < 50; turn++) {
    const [user, note] = turn % 2 === 0 ? ['1', 'a'] : ['2', 'b'];
    const headers = { 'x-user': user };
    expect(identities((await send(server, 'GET /notes', undefined, headers)).document.data)).toEqual([`notes ${note}`]);
    expect((await send(server, `GET /notes/${note}`, undefined, headers)).status).toBe(200);
    expect((await send(server, `GET /notes/${note === 'a' ? 'b' : 'a'}`, undefined, headers)).status).toBe(404);
  }
});

test('a source does not load included resources of a type of which the user sees a part', async () => {
  const sources = createMemorySources(api, { people, notes });
  const asked: (readonly string[])[] = [];
  const own = {
    ...sources.notes,
    loadsIncludes: true,
    list: (query: { readonly selection: Selection }, call: never) => {
      asked.push([...(query.selection.include?.keys() ?? [])]);
      return sources.notes?.list?.(query as never, call);
    },
  };
  const serverFor = (read: () => boolean | readonly [{ field: 'id'; values: string[] }]) =>
    createServer(api, { ...sources, notes: own as never }, { defaultAccess: 'allow', access: { people: { read } } });
  const { document } = await send(
    serverFor(() => [{ field: 'id', values: ['1'] }]),
    'GET /notes?include=owner',
  );
  expect(identities(document.included)).toEqual(['people 1']);
  await send(
    serverFor(() => true),
    'GET /notes?include=owner',
  );
  expect(asked).toEqual([[], ['owner']]);
});
