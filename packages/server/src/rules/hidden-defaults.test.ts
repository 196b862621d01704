import { attribute, defineApi } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

const api = defineApi({
  tasks: {
    attributes: {
      title: z.string().default('Untitled'),
      state: z.string().default('open'),
      note: z.string().optional(),
      size: attribute(z.number(), { write: 'create' }),
      // Only the source sets it, so a hidden one is not missing.
      createdAt: attribute(z.string(), { write: false }),
    },
  },
});
type Field = 'title' | 'state' | 'note' | 'size' | 'createdAt';

test.each<[string, readonly Field[], object, object]>([
  [
    'nothing is hidden',
    ['title', 'state', 'note', 'size', 'createdAt'],
    { size: 1 },
    { title: 'Untitled', state: 'open', size: 1 },
  ],
  [
    'one attribute with a default is hidden',
    ['title', 'note', 'size'],
    { size: 1 },
    { title: 'Untitled', state: 'open', size: 1 },
  ],
  [
    'two are hidden',
    ['note', 'size'],
    { size: 1, note: 'n' },
    { title: 'Untitled', state: 'open', size: 1, note: 'n' },
  ],
  // An optional attribute stays absent: a source could store undefined as a value.
  [
    'an optional attribute is hidden',
    ['title', 'state', 'size'],
    { size: 1 },
    { title: 'Untitled', state: 'open', size: 1 },
  ],
  [
    'what the client sets is kept',
    ['title', 'size'],
    { title: 'Mine', size: 2 },
    { title: 'Mine', state: 'open', size: 2 },
  ],
])('%s: the source receives the defaults', async (_, fields, attributes, expected) => {
  const sources = createMemorySources(api);
  const inputs: object[] = [];
  const own = {
    ...sources.tasks,
    create: (input: { readonly attributes: object }) => {
      inputs.push(input.attributes);
      return { id: '1', createdAt: 'now', ...input.attributes };
    },
  };
  const access = { tasks: { fields: () => fields } };
  const server = createServer(api, { tasks: own as never }, { defaultAccess: 'allow', access });
  const { status } = await send(server, 'POST /tasks', { data: { type: 'tasks', attributes } });
  expect([status, inputs.map((it) => Object.entries(it).sort())]).toEqual([201, [Object.entries(expected).sort()]]);
});

test('a hidden attribute that is required and does not have a default: 403, and nothing is created', async () => {
  const rejections: (string | undefined)[] = [];
  const options: ServerOptions<unknown, typeof api> = {
    defaultAccess: 'allow',
    access: { tasks: { fields: () => ['title'] } },
    onRequest:
      () =>
      ({ rejection }) =>
        rejections.push(rejection),
  };
  const sources = createMemorySources(api);
  const server = createServer(api, sources, options);
  const { status, document } = await send(server, 'POST /tasks', { data: { type: 'tasks' } });
  expect([status, rejections]).toEqual([
    403,
    ['The user cannot set `tasks.size`, which is required and does not have a default: see `access.tasks.fields`.'],
  ]);
  // The response does not name the hidden attribute.
  expect(JSON.stringify(document)).not.toContain('size');
  expect((await send(createServer(api, sources), 'GET /tasks')).document.data).toEqual([]);
});
