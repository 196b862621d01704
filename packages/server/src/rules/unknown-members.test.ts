/** Whether a hidden resource was linked before must not follow from a write that names it. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const api = defineApi({
  people: { attributes: {}, relationships: { projects: toMany('projects', { inverse: 'members' }) } },
  projects: {
    attributes: {},
    relationships: { members: toMany('people'), tasks: toMany('tasks', { inverse: 'project' }) },
  },
  tasks: { attributes: {}, relationships: { project: toOne('projects') } },
});
const worlds = [
  { people: [{ id: '7' }, { id: '8' }], projects: [{ id: '1', members: ['7'] }], tasks: [{ id: '5' }, { id: '6' }] },
  {
    people: [{ id: '7' }, { id: '8' }],
    projects: [{ id: '1', members: ['7', '8'], tasks: ['5'] }],
    tasks: [{ id: '5', project: '1' }, { id: '6' }],
  },
];

type Sources = Readonly<Record<string, DataSource>>;
interface Manner {
  readonly rules: object;
  readonly options?: object;
  readonly change?: (sources: Sources) => Sources;
}

/** Sends a request to both worlds: in one, project 1 has member 8 and task 5, which the user cannot read. */
async function statusesOf(line: string, data: unknown, { rules, options, change = (it) => it }: Manner) {
  const statuses: number[] = [];
  for (const world of worlds) {
    const sources = change(createMemorySources(api, structuredClone(world) as never) as never);
    const access = { people: all, projects: all, tasks: all, ...rules } as never;
    const server = createServer(api, sources as never, { access, ...options });
    statuses.push((await send(server, line, { data })).status);
  }
  return statuses;
}

const all = { read: () => true, create: () => true, update: () => true, updateRelationship: () => true };
const linkable = (visible: string) => ({ ...all, read: () => [{ field: 'id', values: [visible] }], link: () => true });
const person = (id: string) => ({ type: 'people', id });
const task = (id: string) => ({ type: 'tasks', id });
const project = (members: object) => ({ type: 'projects', id: '1', relationships: { members } });
const members = '/projects/1/relationships/members';
const tasks = '/projects/1/relationships/tasks';
const rejecting = { people: { ...linkable('7'), updateRelationship: () => false } };
const hiddenTask = { tasks: linkable('6') };
const withoutConditions = (sources: Sources): Sources =>
  Object.fromEntries(Object.entries(sources).map(([type, it]) => [type, { ...it, appliesFilters: undefined }]));

test.each<[string, unknown, number, object?]>([
  [`POST ${members}`, [person('8')], 403],
  [`POST ${members}`, [person('7'), person('8')], 403],
  [`POST ${members}`, [person('7')], 204],
  [`PATCH ${members}`, [person('8')], 403],
  [`PATCH ${members}`, [person('7'), person('8')], 403],
  [`PATCH ${members}`, [person('7')], 204],
  [`DELETE ${members}`, [person('8')], 204],
  ['PATCH /projects/1', project({ data: [person('7'), person('8')] }), 403],
  ['PATCH /projects/1', project({ data: [person('7')] }), 200],
  // A hidden resource whose record would change.
  [`POST ${tasks}`, [task('5')], 403, hiddenTask],
  [`PATCH ${tasks}`, [task('5')], 403, hiddenTask],
  [`PATCH ${tasks}`, [], 204, hiddenTask],
])('where the inverse relationship rejects: %s %j: %i', async (line, data, status, rules = rejecting) => {
  for (const change of [undefined, withoutConditions])
    expect(await statusesOf(line, data, { rules, ...(change && { change }) })).toEqual([status, status]);
});

test.each(['POST', 'PATCH'])('where `uncheckedInverses` opens the inverse relationship: %s', async (method) => {
  const manner = { rules: hiddenTask, options: { uncheckedInverses: { tasks: ['project'] } } };
  expect(await statusesOf(`${method} ${tasks}`, [task('5')], manner)).toEqual([403, 403]);
});

test('a hidden type without `find`, which needs no rule `link`', async () => {
  const change = (sources: Sources) => ({ ...sources, people: { storage: sources['people']?.storage } as DataSource });
  const rules = { people: { ...all, read: () => false } };
  expect(await statusesOf(`POST ${members}`, [person('8')], { rules, change })).toEqual([403, 403]);
});

test('the owner of a member does not lose it to itself', async () => {
  const asked: unknown[] = [];
  const updateRelationship = (_: unknown, { id, change }: { id: string; change: object }) =>
    asked.push([id, change]) > 0;
  const ofSeats = defineApi({
    people: { attributes: {}, relationships: { seat: toOne('seats') } },
    seats: { attributes: {}, relationships: { person: toOne('people', { inverse: 'seat' }) } },
  });
  for (const seat of [null, '1']) {
    const data = { people: [{ id: '8', seat }], seats: [{ id: '1', person: seat && '8' }] };
    const memory = createMemorySources(ofSeats, data as never);
    // As a database stores it: the link of a person is the foreign key of a seat.
    const inverses = [{ type: 'seats', relationship: 'person' }] as const;
    const sources = { ...memory, people: { ...memory.people, storage: { seat: { storedIn: 'related', inverses } } } };
    const people = { ...all, updateRelationship, read: () => false, link: () => true };
    const server = createServer(ofSeats, sources as never, {
      access: { people, seats: { ...all, updateRelationship } } as never,
    });
    expect((await send(server, 'PATCH /seats/1/relationships/person', { data: person('8') })).status).toBe(204);
  }
  const once = [
    ['1', { replace: person('8') }],
    ['8', { replace: { type: 'seats', id: '1' } }],
  ];
  expect(asked).toEqual([...once, ...once]);
});
