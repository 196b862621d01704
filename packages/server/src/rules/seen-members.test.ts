/** Rules `update` that decide on a relationship: they receive the linkage after the request, whatever changes it. */
import { defineApi, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { identities, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRule } from './access-rules.ts';

const api = defineApi({
  projects: { attributes: {}, relationships: { owners: toMany('people', { inverse: 'projects' }) } },
  people: {
    attributes: {},
    relationships: { projects: toMany('projects', { inverse: 'owners' }) },
    clientGeneratedIds: true,
  },
});

type Rule = AccessRule<typeof api, 'projects'>;

const yes = () => true;
const all = { read: yes, create: yes, update: yes };
const people = (...ids: readonly string[]) => ids.map((id) => ({ type: 'people', id }));
const projects = (...ids: readonly string[]) => ids.map((id) => ({ type: 'projects', id }));

/** Project 1 has the owners 7 and 8, and project 2 the owner 7. */
function open(rule: Rule, options: ServerOptions<unknown, typeof api> = {}, own: Partial<DataSource> = {}) {
  const rejections: (string | undefined)[] = [];
  const memory = createMemorySources(api, {
    projects: [
      { id: '1', owners: ['7', '8'] },
      { id: '2', owners: ['7'] },
    ],
    people: [{ id: '7' }, { id: '8' }, { id: '9' }],
  });
  const sources = { ...memory, projects: { ...memory.projects, ...own } } as typeof memory;
  const server = createServer(api, sources, {
    ...options,
    access: { projects: { ...all, ...rule }, people: all, ...options.access },
    onRequest: () => (end) => rejections.push(end.rejection),
  });
  const owners = async () => {
    const { document } = await send(createServer(api, memory), 'GET /projects/1/relationships/owners');
    return identities(document.data).join();
  };
  return { server, owners, rejections };
}

/** The owners must contain person 7. */
const keeps7: Rule = {
  update: (_, { input }) => (input.relationships.owners ?? people('7')).some(({ id }) => id === '7'),
};

describe('a rule "the owners must contain person 7" means the same for each request', () => {
  test.each<[string, unknown, number]>([
    ['PATCH /projects/1', { type: 'projects', id: '1', relationships: { owners: { data: people('8') } } }, 403],
    ['PATCH /projects/1/relationships/owners', people('8'), 403],
    ['PATCH /projects/1/relationships/owners', people('7'), 204],
    ['POST /projects/1/relationships/owners', people('9'), 204],
    ['DELETE /projects/1/relationships/owners', people('7'), 403],
    ['DELETE /projects/1/relationships/owners', people('8'), 204],
    // Through the inverse of the links.
    ['DELETE /people/7/relationships/projects', projects('1'), 403],
    ['DELETE /people/8/relationships/projects', projects('1'), 204],
    ['PATCH /people/7/relationships/projects', projects('2'), 403],
    ['PATCH /people/8/relationships/projects', [], 204],
    ['POST /people/9/relationships/projects', projects('1', '2'), 204],
    ['PATCH /people/9', { type: 'people', id: '9', relationships: { projects: { data: projects('1') } } }, 200],
    ['POST /people', { type: 'people', relationships: { projects: { data: projects('1') } } }, 201],
    ['POST /people', { type: 'people', id: '5', relationships: { projects: { data: projects('1') } } }, 201],
  ])('%s %j: %d', async (line, data, status) => {
    const { server, owners } = open(keeps7);
    const before = await owners();
    expect((await send(server, line, { data })).status).toBe(status);
    expect((await owners()) === before).toBe(status === 403);
  });
});

test('members that the user cannot read are not part of it, on neither side', async () => {
  const heard: unknown[] = [];
  const update: Rule['update'] = (_, { input }) => heard.push(input.relationships.owners) > 0;
  const access = { people: { ...all, read: () => [{ field: 'id', values: ['7', '9'] }] } } as never;
  const { server, owners } = open({ update }, { access });
  await send(server, 'POST /projects/1/relationships/owners', { data: people('9') });
  await send(server, 'DELETE /people/7/relationships/projects', { data: projects('1') });
  expect(heard).toEqual([people('7', '9'), people('9')]);
  expect(await owners()).toBe(identities(people('8', '9')).join());
});

describe('members that are not known', () => {
  const requests: readonly [string, unknown][] = [
    ['POST /projects/1/relationships/owners', people('9')],
    ['DELETE /projects/1/relationships/owners', people('8')],
    ['POST /people/9/relationships/projects', projects('1')],
  ];
  const memory = createMemorySources(api, { projects: [{ id: '1', owners: ['7', '8'] }], people: [] });
  const find: DataSource['find'] = async (ids, selection, call) =>
    ((await memory.projects?.find?.(ids as never, selection as never, call as never)) ?? []).map((it) => ({
      ...it,
      owners: undefined,
    }));
  const unknown: readonly [string, ServerOptions<unknown, typeof api>, Partial<DataSource>][] = [
    ['the source does not return them', {}, { find, related: undefined as never }],
    ['there are too many', { limits: { includedLinkage: 1 } }, { find }],
  ];

  test.each(unknown)('%s: rejected if the rule reads them', async (_, options, own) => {
    for (const [line, data] of requests) {
      const { server, rejections } = open(keeps7, options, own);
      expect((await send(server, line, { data })).status).toBe(403);
      expect(rejections[0]).toContain('reads the linkage of `owners` after the request');
    }
  });

  test.each(unknown)('%s: allowed if it does not', async (_, options, own) => {
    for (const [line, data] of requests) {
      const { server } = open({}, options, own);
      expect((await send(server, line, { data })).status).toBe(204);
    }
  });

  test.each(unknown)('%s: a rule `updateRelationship` receives the change alone', async (_, options, own) => {
    for (const [line, data] of requests) {
      const { server } = open({ ...keeps7, updateRelationship: yes }, options, own);
      expect((await send(server, line, { data })).status).toBe(204);
    }
  });
});
