/** Consecutive creations or updates of one type become one call of the source, and responses do not differ. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../test/atomic-request.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createMemoryIdempotencyStore, idempotencyKeys, type Sources } from '../../index.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import type { DataSource } from '../../sources/port/data-source.ts';
import { atomicOperations } from './atomic-operations.ts';

const name = attribute(z.string().default(''), { filter: true });
const api = defineApi({
  tasks: {
    attributes: { name },
    relationships: { user: toOne('users'), badge: toOne('badges', { inverse: 'task' }), next: toMany('tasks') },
    clientGeneratedIds: true,
  },
  users: { attributes: { name }, relationships: {}, clientGeneratedIds: true },
  badges: { attributes: { name }, relationships: { task: toOne('tasks') }, clientGeneratedIds: true },
});

/** The calls that write, with the ids of what they create. */
function opened(options: object = {}, change: (source: Required<DataSource>) => object = () => ({})) {
  const calls: string[] = [];
  const sources = createMemorySources(api, { users: [{ id: '1' }, { id: '2' }], badges: [{ id: 'b' }] });
  const tasks = sources.tasks as unknown as Required<DataSource>;
  const create: DataSource['create'] = (input, call) => {
    calls.push('create');
    return tasks.create(input, call);
  };
  const createAll: DataSource['createAll'] = (inputs, call) => {
    calls.push(`createAll of ${inputs.length}`);
    return tasks.createAll(inputs, call);
  };
  const returnsWritten = [create, createAll, tasks.update, tasks.delete, tasks.updateRelationship];
  const watched = { ...tasks, create, createAll, returnsWritten, ...change(tasks) };
  const all = { ...sources, tasks: watched } as unknown as Sources<typeof api>;
  const server = createServer(api, all, {
    extensions: [atomicOperations()],
    onError: () => undefined,
    ...options,
  });
  return { server, calls, sources, all };
}

const user = (id: string) => ({ user: { data: { type: 'users', id } } });
const add = (own: AnyDocument = {}) => ({ op: 'add', data: { type: 'tasks', ...own } });
const adds = (...all: AnyDocument[]) => all.map(add);
const yes = () => true;
const allowed = { read: yes, create: yes, update: yes, delete: yes, updateRelationship: yes };

test('three creations are one call, with a result for each', async () => {
  const { server, calls } = opened();
  const list = adds(
    { attributes: { name: 'a' }, relationships: user('2') },
    { id: 'own', relationships: user('1') },
    { relationships: user('2') },
  );
  const { status, results } = await operate(server, list);
  expect([status, calls]).toEqual([200, ['createAll of 3']]);
  const shown = results.map(({ data }) => [data.id, data.attributes.name, data.relationships.user.data?.id]);
  expect(shown).toEqual([
    ['1', 'a', '2'],
    ['own', '', '1'],
    ['2', '', '2'],
  ]);
});

test.each([
  ['a single creation', adds({}), ['create']],
  [
    'creations with another operation between them',
    [add(), { op: 'remove', ref: { type: 'users', id: '1' } }, add()],
    ['create', 'create'],
  ],
  [
    'a link to a new resource by its own id',
    adds({ id: 'a' }, { relationships: { next: { data: [{ type: 'tasks', id: 'a' }] } } }),
    ['create', 'create'],
  ],
  [
    'a link to a new resource by a local id',
    adds({ lid: 'a' }, { relationships: { next: { data: [{ type: 'tasks', lid: 'a' }] } } }),
    ['create', 'create'],
  ],
  [
    'a link to itself',
    adds({ lid: 'a', relationships: { next: { data: [{ type: 'tasks', lid: 'a' }] } } }, {}),
    ['create', 'create'],
  ],
  [
    'a member that has one owner',
    adds(
      { relationships: { badge: { data: { type: 'badges', id: 'b' } } } },
      { relationships: { badge: { data: { type: 'badges', id: 'b' } } } },
    ),
    ['create', 'create'],
  ],
  [
    'creations around it',
    adds({}, {}, { relationships: { badge: { data: { type: 'badges', id: 'b' } } } }, {}, {}),
    ['createAll of 2', 'create', 'createAll of 2'],
  ],
])('%s', async (_, list, expected) => {
  const { server, calls } = opened();
  expect((await operate(server, list)).status).toBe(200);
  expect(calls).toEqual(expected);
});

test('a result shows the resource as it was before the next operation took its member', async () => {
  const badge = { badge: { data: { type: 'badges', id: 'b' } } };
  const { results } = await operate(opened().server, adds({ relationships: badge }, { relationships: badge }));
  expect(results.map(({ data }) => data.relationships.badge.data?.id)).toEqual(['b', 'b']);
});

test.each([
  [
    'an id that is taken twice',
    adds({ id: 'a' }, { id: 'b' }, { id: 'a' }),
    'RESOURCE_EXISTS /atomic:operations/2/data/id',
  ],
  [
    'a link that leads nowhere',
    adds({}, {}, { relationships: user('9') }),
    'RELATED_RESOURCE_NOT_FOUND /atomic:operations/2/data/relationships/user/data',
  ],
  [
    'the first of two mistakes',
    adds({ id: 'a' }, { id: 'a' }, { relationships: user('9') }),
    'RESOURCE_EXISTS /atomic:operations/1/data/id',
  ],
])('%s: the error is that of the operation, and nothing stays', async (_, list, problem) => {
  const { server, sources } = opened();
  expect((await operate(server, list)).problems).toEqual([problem]);
  const call = { context: undefined, signal: new AbortController().signal };
  expect(await count(sources.tasks as never, call as never)).toBe(0);
});

test.each([
  [
    'one that says where it failed',
    () => {
      throw new Error('It does not work.');
    },
  ],
  ['too few records', () => []],
  ['no array', () => ({ id: '1' })],
])('if `createAll` fails, each resource is created alone: %s', async (_, fails) => {
  const { server, calls } = opened({}, (tasks) => {
    const createAll = fails as never;
    const create: DataSource['create'] = (input, call) => tasks.create(input, call);
    return {
      create,
      createAll,
      returnsWritten: [create, createAll, tasks.update, tasks.delete, tasks.updateRelationship],
    };
  });
  const { status, results } = await operate(server, adds({}, {}));
  expect([status, results.map(({ data }) => data.id), calls]).toEqual([200, ['1', '2'], []]);
});

/** How many tasks a rule finds through its call. */
async function count({ list }: Partial<AnySource>, call: never): Promise<number> {
  const query = { filter: [], sort: [], page: { offset: 0, limit: 10 }, total: false };
  const found = await list?.({ ...query, selection: { attributes: new Set(), relationships: new Set() } }, call);
  return found?.records.length ?? 0;
}

test.each([
  ['always', () => true],
  ['only for the last', (input: AnyDocument) => input.attributes.name === 'last'],
])('a rule that reads through its call sees earlier creations: %s', async (_, reads) => {
  const seen: number[] = [];
  const state: { sources?: AnyDocument } = {};
  const create = async (__: unknown, subject: AnyDocument) => {
    if (reads(subject.input)) seen.push(await count(state.sources?.['tasks'], subject.call as never));
    return true;
  };
  const { server, calls, sources } = opened({
    access: { tasks: { ...allowed, create }, users: allowed, badges: allowed },
  });
  state.sources = sources as never;
  expect((await operate(server, adds({}, {}, { attributes: { name: 'last' } }))).status).toBe(200);
  expect([seen.at(-1), calls]).toEqual([2, ['create', 'create', 'create']]);
});

test('rules that do not read are asked once for each, in their order', async () => {
  const asked: string[] = [];
  const create = (_: unknown, { input }: AnyDocument) => asked.push(input.attributes.name) > 0;
  const { server, calls } = opened({ access: { tasks: { ...allowed, create }, users: allowed, badges: allowed } });
  const list = adds({ attributes: { name: 'a' }, relationships: user('1') }, { attributes: { name: 'b' } });
  expect((await operate(server, list)).status).toBe(200);
  expect([asked, calls]).toEqual([['a', 'b'], ['createAll of 2']]);
});

test('the user must be able to read each resource after its creation', async () => {
  const read = () => [{ field: 'name', operator: 'ne', values: ['hidden'] }];
  const { server } = opened({ access: { tasks: { ...allowed, read }, users: allowed, badges: allowed } });
  const { problems } = await operate(server, adds({}, { attributes: { name: 'hidden' } }, {}));
  expect(problems).toEqual(['FORBIDDEN /atomic:operations/1']);
});

const named = ({ input }: AnyDocument) => ({ ...input, attributes: { name: 'by the hook' } });
const withUser = ({ input }: AnyDocument) => ({ ...input, relationships: { user: { type: 'users', id: '1' } } });
const onlyReads = true;

test.each<[string, object, readonly string[]]>([
  ['a hook of the creation', { tasks: { create: { after: () => undefined } } }, ['create', 'create']],
  [
    'a hook that declares that it only reads',
    { tasks: { create: { onlyReads, before: named, after: () => undefined } } },
    ['createAll of 2'],
  ],
  ['a hook that declares nothing', { tasks: { create: { onlyReads: false, before: named } } }, ['create', 'create']],
  ['a hook that replaces links', { tasks: { create: { onlyReads, before: withUser } } }, ['create', 'create']],
  [
    'hooks of other writes',
    { tasks: { delete: {} }, users: { create: { after: () => undefined } } },
    ['createAll of 2'],
  ],
])('%s', async (_, hooks, expected) => {
  const { server, calls } = opened({ hooks });
  expect((await operate(server, adds({}, {}))).status).toBe(200);
  expect(calls).toEqual(expected);
});

test.each(['before', 'after'] as const)('a hook `%s` that takes its call sees only earlier creations', async (name) => {
  const seen: number[] = [];
  const state: { sources?: AnyDocument } = {};
  const hook = async (write: AnyDocument) => {
    if (write.input.attributes.name === 'last') seen.push(await count(state.sources?.['tasks'], write.call as never));
  };
  const { server, calls, sources } = opened({ hooks: { tasks: { create: { onlyReads, [name]: hook } } } });
  state.sources = sources as never;
  const list = adds({}, { attributes: { name: 'last' } }, {});
  expect((await operate(server, list)).status).toBe(200);
  expect([seen.at(-1), calls.slice(-3)]).toEqual([name === 'before' ? 1 : 2, ['create', 'create', 'create']]);
});

test('a hook that only reads is called once for each, before and after the write, with its record, and without `writes`', async () => {
  const seen: unknown[] = [];
  const note =
    (when: string) =>
    (write: AnyDocument): void =>
      void seen.push([when, write.input.attributes.name, write.written?.id, write.writes !== undefined]);
  const create = { onlyReads, before: note('before'), after: note('after') };
  const { server, calls } = opened({ hooks: { tasks: { create } } });
  await operate(server, adds({ attributes: { name: 'a' } }, { attributes: { name: 'b' } }));
  expect([seen, calls]).toEqual([
    [
      ['before', 'a', undefined, false],
      ['before', 'b', undefined, false],
      ['after', 'a', '1', false],
      ['after', 'b', '2', false],
    ],
    ['createAll of 2'],
  ]);
});

const wordOf = ({ written, input }: AnyDocument): string => (written?.name ?? input.attributes.name) as string;
/** Hooks that create resources, each in another way. */
const creating: Readonly<Record<string, (write: AnyDocument) => unknown>> = {
  'a creation': (write) => write.writes.create('users', { attributes: { name: wordOf(write) } }),
  'two creations at once': (write) =>
    Promise.all(['x', 'y'].map((it) => write.writes.create('users', { attributes: { name: wordOf(write) + it } }))),
  'two creations in turn': async (write) => {
    for (const it of ['x', 'y']) await write.writes.create('users', { attributes: { name: wordOf(write) + it } });
  },
  'creations of other types': (write) =>
    write.writes.create(wordOf(write) === 'b' ? 'badges' : 'users', { attributes: { name: wordOf(write) } }),
  'creations of some': (write) =>
    wordOf(write) === 'b' ? undefined : write.writes.create('users', { attributes: { name: wordOf(write) } }),
  'a creation with a link to the resource': ({ writes, written }) =>
    written && writes.create('badges', { relationships: { task: { type: 'tasks', id: written.id } } }),
  'a creation, and what the call finds': async (write) => {
    await write.writes.create('users', { attributes: { name: wordOf(write) } });
    return write.call.context;
  },
  'a failure that it catches': async (write) => {
    const id = wordOf(write) === 'c' ? '1' : undefined;
    await write.writes.create('users', { id, attributes: { name: wordOf(write) } }).catch(() => undefined);
  },
  'a failure': async (write) => {
    await write.writes.create('users', { attributes: { name: wordOf(write) } });
    if (wordOf(write) === 'c') throw new Error('no');
  },
};

test.each(
  Object.entries(creating).flatMap(([title, hook]) =>
    (['before', 'after'] as const).map((it) => [title, it, hook] as const),
  ),
)('a hook that only creates writes the same as one that declares nothing: %s, %s', async (title, name, hook) => {
  const outcomes: unknown[] = [];
  const made: (readonly string[])[] = [];
  for (const onlyCreates of [true, false]) {
    const run = async (write: AnyDocument) => void (await hook(write));
    const { server, calls } = opened({ hooks: { tasks: { create: { onlyCreates, [name]: run } } } });
    const list = adds(...['a', 'b', 'c', 'd'].map((it) => ({ attributes: { name: it } })));
    const { status, problems, results } = await operate(server, list);
    const stored: unknown[] = [];
    for (const type of ['tasks', 'users', 'badges'])
      stored.push(
        (await send(server, `GET /${type}`)).document.data
          .map((it: AnyDocument) => JSON.stringify([it.attributes, it.relationships?.task?.data]))
          .sort(),
      );
    outcomes.push([status, problems, results, stored]);
    made.push(calls);
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(made[1]).not.toContain('createAll of 4');
  if (/^a creation$|in turn/.test(title)) expect(made[0]).toContain('createAll of 4');
});

test('a hook that declares that it only creates cannot write otherwise', async () => {
  const after = ({ writes, written }: AnyDocument) => writes.delete('tasks', written.id);
  const { server } = opened({ hooks: { tasks: { create: { onlyCreates: true, after } } } });
  expect((await operate(server, adds({}, {}))).status).toBe(500);
});

test('a hook of all writes declares nothing', async () => {
  const hooks = { tasks: { create: { onlyReads, before: named } } };
  const { server, calls } = opened({ hooks, beforeWrite: () => undefined });
  expect((await operate(server, adds({}, {}))).status).toBe(200);
  expect(calls).toEqual(['create', 'create']);
});

test('within the transaction of an idempotency key, the transaction of the key runs again if one fails', async () => {
  const { calls, sources, all } = opened();
  const store = createMemoryIdempotencyStore({ sharesWith: sources.tasks });
  const idempotency = { keys: idempotencyKeys({ store }), user: () => 'me' };
  const server = createServer(api, all, { extensions: [atomicOperations()], idempotency });
  const keyed = (list: readonly object[]) => operate(server, list, { 'idempotency-key': '"0123456789abcdef"' });
  const { problems } = await keyed(adds({ id: 'a' }, {}, { id: 'a' }));
  expect(problems).toEqual(['RESOURCE_EXISTS /atomic:operations/2/data/id']);
  expect(calls).toEqual(['createAll of 3', 'create', 'create', 'create']);
  calls.length = 0;
  // The failed request has released the key.
  const { status, results } = await keyed(adds({ id: 'a' }, { id: 'b' }));
  expect([status, calls, results.map(({ data }) => data.id)]).toEqual([200, ['createAll of 2'], ['a', 'b']]);
});

/** A source of tasks with `updateAll`, and the tasks 1 to 4. */
async function withUpdates(options: object = {}) {
  const calls: string[] = [];
  const it = opened(options, (tasks) => {
    const update: DataSource['update'] = (id, input, call) => {
      calls.push('update');
      return tasks.update(id, input, call);
    };
    const updateAll: DataSource['updateAll'] = async (all, call) => {
      calls.push(`updateAll of ${all.length}`);
      const records = [];
      for (const { id, input } of all) records.push(await tasks.update(id, input, call));
      return records as never;
    };
    const { create, createAll, delete: remove, updateRelationship } = tasks;
    const returnsWritten = [create, createAll, update, updateAll, remove, updateRelationship];
    return { create, createAll, update, updateAll, returnsWritten };
  });
  await operate(it.server, adds({ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }));
  return { ...it, calls };
}
const rename = (id: string, own: AnyDocument = { attributes: { name: `new ${id}` } }) => ({
  op: 'update',
  data: { type: 'tasks', id, ...own },
});
const renamed = (...ids: string[]) => ids.map((id) => rename(id));
const linked = (relationships: object) => ['1', '2'].map((id) => rename(id, { relationships }));
const nothing = () => undefined;

test.each([
  ['different resources', renamed('1', '2', '3'), ['updateAll of 3']],
  ['links that any number of resources can have', linked(user('2')), ['updateAll of 2']],
  [
    'one resource twice',
    [...renamed('1', '2'), rename('1', { attributes: { name: 'last' } })],
    ['updateAll of 2', 'update'],
  ],
  ['resources with a creation between them', [rename('1'), add({ id: '5' }), rename('2')], ['update', 'update']],
  ['a member that has one owner', linked({ badge: { data: { type: 'badges', id: 'b' } } }), ['update', 'update']],
  ['a relationship that becomes empty', linked({ badge: { data: null } }), ['update', 'update']],
])('updates of %s', async (_, list, expected) => {
  const { server, calls } = await withUpdates();
  const { status, results } = await operate(server, list);
  expect([status, calls]).toEqual([200, expected]);
  // With hooks that declare nothing, each operation writes alone.
  const alone = await withUpdates({ hooks: { tasks: { update: { before: nothing }, create: { before: nothing } } } });
  const one = await operate(alone.server, list);
  expect(results.map(({ data }) => data)).toEqual(one.results.map(({ data }) => data));
});

test('of several updates, the error is that of the first operation that fails, and nothing is written', async () => {
  const { server, calls, sources } = await withUpdates();
  const { problems } = await operate(server, [rename('1'), rename('none'), rename('also none')]);
  expect(problems).toEqual(['NOT_FOUND /atomic:operations/1/data']);
  expect(calls.at(-1)).toBe('update');
  const call = { context: undefined, signal: new AbortController().signal };
  const selection = { attributes: new Set(['name']), relationships: new Set() };
  const found = await (sources.tasks as unknown as Required<DataSource>).find(['1'], selection as never, call);
  expect(found).toMatchObject([{ name: '' }]);
});

test('rules decide on each updated resource, before and after the update', async () => {
  const asked: unknown[] = [];
  const update = (__: unknown, { record, id }: AnyDocument) => asked.push([id, record.name]) > 0;
  const read = () => [{ field: 'name', operator: 'ne', values: ['hidden'] }];
  const rules = { tasks: { ...allowed, read, update }, users: allowed, badges: allowed };
  const { server } = await withUpdates({ access: rules });
  expect((await operate(server, renamed('1', '2'))).status).toBe(200);
  expect(asked.map(String)).toEqual(['1,', '2,']);
  const { problems } = await operate(server, [rename('3'), rename('4', { attributes: { name: 'hidden' } })]);
  expect(problems).toEqual(['FORBIDDEN /atomic:operations/1']);
});

test('a source that does not declare what `createAll` returns creates each resource alone', async () => {
  const { server, calls } = opened({}, ({ create, update, delete: remove, updateRelationship }) => ({
    returnsWritten: [create, update, remove, updateRelationship],
  }));
  expect((await operate(server, adds({}, {}))).status).toBe(200);
  expect(calls).toEqual(['create', 'create']);
});
