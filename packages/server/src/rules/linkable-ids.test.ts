/** The rule `link`: resources that a write can name although the user cannot read them. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { send } from '../../test/support.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const api = defineApi({
  people: {
    attributes: { name: attribute(z.string(), { filter: true, sort: true }), isOpen: z.boolean() },
    relationships: { projects: toMany('projects', { inverse: 'members' }) },
  },
  projects: {
    attributes: { title: z.string() },
    relationships: {
      lead: toOne('people'),
      members: toMany('people', { filter: true }),
      tasks: toMany('tasks', { inverse: 'project' }),
    },
  },
  tasks: { attributes: { text: z.string() }, relationships: { project: toOne('projects') } },
});
const records = () => ({
  people: [
    { id: '7', name: 'Ada', isOpen: true, projects: ['1'] },
    { id: '8', name: 'Bob', isOpen: true, projects: [] },
    { id: '9', name: 'Cyd', isOpen: false, projects: ['1'] },
  ],
  projects: [{ id: '1', title: 'P', lead: null, members: ['7', '9'], tasks: [] }],
  tasks: [{ id: '5', text: 'T', project: null }],
});
const all = { read: () => true, create: () => true, update: () => true, updateRelationship: () => true };

const manners: Readonly<Record<string, (source: DataSource) => DataSource>> = {
  'sources that apply conditions': (source) => source,
  'sources that apply none': (source) => ({ ...source, appliesFilters: undefined }),
};

/** A server whose user reads person 7 alone. */
function serverOf(
  link: (() => unknown) | undefined,
  manner = 'sources that apply conditions',
  data = records(),
  rules = {},
) {
  const memory = createMemorySources(api, data as never) as Record<string, DataSource>;
  const sources = Object.fromEntries(
    Object.entries(memory).map(([type, source]) => [type, (manners[manner] as (it: DataSource) => DataSource)(source)]),
  );
  const people = { ...all, read: () => [{ field: 'id', values: ['7'] }], ...(link === undefined ? {} : { link }) };
  const access = { people, projects: all, tasks: all, ...rules };
  return {
    server: createServer(api, sources as never, { access: access as never, extensions: [atomicOperations()] }),
    membersOf: async () => {
      const [project] = (await (memory['projects'] as Required<DataSource>).find(
        ['1'],
        {} as never,
        {} as never,
      )) as never as [{ members: string[] }];
      return project.members.map((it: string | { id: string }) => (typeof it === 'object' ? it.id : it)).sort();
    },
  };
}
const person = (id: string) => ({ type: 'people', id });
const add = 'POST /projects/1/relationships/members';
const open = () => [{ field: 'isOpen', values: [true] }];

test('the rule receives the relationship, so that it can allow one and not another', async () => {
  const seen: unknown[] = [];
  const link = (...[, from]: unknown[]) => {
    seen.push(from);
    return (from as { relationship: string }).relationship === 'members';
  };
  const { server } = serverOf(link as never);
  expect((await send(server, add, { data: [person('8')] })).status).toBe(204);
  const lead = await send(server, 'PATCH /projects/1/relationships/lead', { data: person('8') });
  expect([lead.status, lead.document.errors[0].source.pointer]).toEqual([404, '/data']);
  const attributes = { title: 'Q' };
  const relationships = { lead: { data: person('8') }, members: { data: [person('8'), person('99')] } };
  const created = await send(server, 'POST /projects', { data: { type: 'projects', attributes, relationships } });
  // One id is rejected where the rule does not allow it, and the missing one everywhere.
  expect(created.document.errors.map(({ source }: { source: object }) => source)).toEqual([
    { pointer: '/data/relationships/lead/data' },
    { pointer: '/data/relationships/members/data/1' },
  ]);
  const from = (relationship: string) => ({ type: 'projects', relationship });
  expect(seen).toEqual([from('members'), from('lead'), from('lead'), from('members')]);
});

describe.each(Object.keys(manners))('%s', (manner) => {
  test.each<[string, (() => unknown) | undefined, string, number]>([
    ['without the rule, a hidden person', undefined, '8', 404],
    ['a rule that returns false, a hidden person', () => false, '8', 404],
    ['a rule that returns true, a hidden person', () => true, '8', 204],
    ['a rule that returns true, a missing person', () => true, '404', 404],
    ['a rule that returns true, a visible person', () => true, '7', 204],
    ['conditions, a hidden person who matches', open, '8', 204],
    ['conditions, a hidden person who does not', open, '9', 404],
    ['conditions, a missing person', open, '404', 404],
  ])('with %s', async (_, link, id, status) => {
    const answers: number[] = [];
    for (const [line, body] of [
      [add, { data: [person(id)] }],
      ['PATCH /projects/1/relationships/members', { data: [person(id)] }],
      ['PATCH /projects/1/relationships/lead', { data: person(id) }],
    ] as const)
      answers.push((await send(serverOf(link, manner).server, line, body)).status);
    expect(answers.every((it) => (status === 204 ? it < 300 : it === 404))).toBe(true);
    const data = { type: 'projects', attributes: { title: 'N' }, relationships: { members: { data: [person(id)] } } };
    expect((await send(serverOf(link, manner).server, 'POST /projects', { data })).status).toBe(
      status === 204 ? 201 : 404,
    );
  });

  test('a person who does not match and a missing one have the same response', async () => {
    const { server } = serverOf(open, manner);
    const [hidden, missing] = [
      await send(server, add, { data: [person('9')] }),
      await send(server, add, { data: [person('404')] }),
    ];
    expect(JSON.stringify(hidden.document).replaceAll('"9\\"', '"404\\"')).toBe(JSON.stringify(missing.document));
  });

  test('adds the link, and shows nothing of the person', async () => {
    const { server, membersOf } = serverOf(open, manner);
    const before = await send(server, 'GET /projects/1?include=members,lead');
    expect((await send(server, add, { data: [person('8')] })).status).toBe(204);
    expect(await membersOf()).toEqual(['7', '8', '9']);
    const after = await send(server, 'GET /projects/1?include=members,lead');
    expect(after.document).toEqual(before.document);
    expect(after.headers['ETag']).toBe(before.headers['ETag']);
    for (const line of ['GET /people/8', 'GET /people/8/projects', 'PATCH /people/8'])
      expect((await send(server, line, line.startsWith('PATCH') ? { data: person('8') } : undefined)).status).toBe(404);
    for (const [url, ids] of [
      ['/projects/1/members?page[total]=true', ['7']],
      ['/projects?filter[members]=8', []],
    ] as const) {
      const { document } = await send(server, `GET ${url}`);
      expect(document.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(document.meta?.page?.total ?? ids.length).toBe(ids.length);
    }
  });
});

test('whether the person was a member already cannot be seen', async () => {
  const member = { ...records(), projects: [{ id: '1', title: 'P', lead: null, members: ['7', '8'], tasks: [] }] };
  for (const [line, body] of [
    [add, { data: [person('8')] }],
    ['PATCH /projects/1/relationships/members', { data: [person('7'), person('8')] }],
    ['DELETE /projects/1/relationships/members', { data: [person('8')] }],
    ['PATCH /projects/1', { data: { type: 'projects', id: '1', relationships: { members: { data: [person('8')] } } } }],
  ] as const) {
    const [one, other] = [
      await send(serverOf(() => true, undefined, member as never).server, line, body),
      await send(serverOf(() => true).server, line, body),
    ];
    expect([one.status, one.document, one.headers]).toEqual([other.status, other.document, other.headers]);
  }
});

test('the user cannot remove the link, and a replacement keeps it', async () => {
  const { server, membersOf } = serverOf(() => true);
  await send(server, 'DELETE /projects/1/relationships/members', { data: [person('9')] });
  await send(server, 'PATCH /projects/1/relationships/members', { data: [] });
  expect(await membersOf()).toEqual(['9']);
});

test('the rules of both relationships still decide', async () => {
  const people = { ...all, read: () => false, link: () => true, updateRelationship: () => false };
  const { server } = serverOf(undefined, undefined, records(), { people });
  expect((await send(server, add, { data: [person('8')] })).status).toBe(403);
});

test('a resource whose record stores the link stays closed: it would change', async () => {
  const tasks = { ...all, read: () => false, link: () => true };
  const { server } = serverOf(undefined, undefined, records(), { tasks });
  const { status } = await send(server, 'POST /projects/1/relationships/tasks', { data: [{ type: 'tasks', id: '5' }] });
  expect(status).toBe(403);
});

test.each(['POST /projects/1/relationships/tasks', 'PATCH /projects/1/relationships/tasks'])(
  '%s: uncheckedInverses does not open the records of hidden resources',
  async (line) => {
    const data = {
      ...records(),
      tasks: [
        { id: '5', text: 'T', project: '2' },
        { id: '6', text: 'U', project: null },
      ],
    };
    const sources = createMemorySources(api, {
      ...data,
      projects: [...data.projects, { id: '2', title: 'Of others', lead: null, members: [], tasks: ['5'] }],
    } as never);
    const read = () => [{ field: 'id', values: ['6'] }];
    const access = { people: all, projects: all, tasks: { read, link: () => true } };
    const server = createServer(api, sources, { access: access as never, uncheckedInverses: { tasks: ['project'] } });
    const task = (id: string) => ({ data: [{ type: 'tasks', id }] });
    expect((await send(server, line, task('5'))).status).toBe(403);
    expect((await send(server, line, task('6'))).status).toBe(204);
    const { document } = await send(
      createServer(api, sources, { access: { people: all, projects: all, tasks: all } }),
      'GET /tasks/5/relationships/project',
    );
    expect(document.data.id).toBe('2');
  },
);

test('in atomic operations, too', async () => {
  const ref = { type: 'projects', id: '1', relationship: 'members' };
  const statuses = [];
  for (const id of ['8', '9']) {
    const operations = [{ op: 'add', ref, data: [person(id)] }];
    statuses.push((await operate(serverOf(open).server, operations)).status);
  }
  expect(statuses).toEqual([204, 404]);
});

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('down');
    },
  ],
  ['returns an empty array', () => []],
  ['returns another value', () => 'yes'],
])('a rule that %s links nothing', async (_, link) => {
  const memory = createMemorySources(api, records() as never);
  const errors: unknown[] = [];
  const access = { people: { ...all, read: () => false, link }, projects: all, tasks: all };
  const server = createServer(api, memory, { access: access as never, onError: (error) => errors.push(error) });
  expect((await send(server, add, { data: [person('8')] })).status).toBe(500);
  expect(errors.length).toBe(1);
});
