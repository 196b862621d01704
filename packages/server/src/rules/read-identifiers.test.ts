/** Conditions of `read` rules on relationships with several target types: ids do not contain their type, identifiers do. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const api = defineApi({
  notes: {
    attributes: {},
    relationships: {
      owner: toOne(['people', 'teams'], { filter: true }),
      readers: toMany(['people', 'teams'], { filter: true }),
      author: toOne('people', { filter: true }),
    },
  },
  replies: { attributes: {}, relationships: { note: toOne('notes') } },
  people: { attributes: {}, relationships: { notes: toMany('notes') } },
  teams: { attributes: {} },
});
const person = (id: string | number) => ({ type: 'people' as const, id });
const team = (id: string) => ({ type: 'teams' as const, id });

function sourcesOf() {
  const given = createMemorySources(api, {
    notes: [
      { id: '1', owner: person('7'), readers: [person('7'), team('8')], author: '7' },
      { id: '2', owner: team('7'), readers: [team('7'), person('8')], author: '8' },
      { id: '3', owner: null, readers: [], author: null },
    ],
    replies: ['1', '2', '3'].map((id) => ({ id, note: id })),
    people: [{ id: '7', notes: ['1', '2', '3'] }, { id: '8' }],
    teams: [{ id: '7' }, { id: '8' }],
  });
  return given as unknown as Readonly<Record<string, Required<DataSource>>>;
}

/** How the condition is applied: by the source, or by the server, with linkage in the records or apart. */
const manners: Readonly<Record<string, (source: Required<DataSource>) => DataSource>> = {
  'the source applies conditions': (source) => source,
  'the server compares records': ({ appliesFilters: _, list: __, stream: ___, ...source }) => source,
  'the server compares linkage that is apart': ({ appliesFilters: _, list: __, stream: ___, ...source }) => ({
    ...source,
    find: async (...given) =>
      (await source.find(...given)).map((record) => ({ ...record, owner: undefined, readers: undefined }) as never),
  }),
};

/** Returns the ids that a user can read, by the URLs of the resources, or the status of the first. */
async function visible(manner: string, type: 'notes' | 'replies', read: unknown): Promise<string> {
  const sources = Object.entries(sourcesOf()).map(([name, source]) => [name, manners[manner]?.(source)]);
  const failures: unknown[] = [];
  const server = createServer(api, Object.fromEntries(sources), {
    access: { [type]: { read: () => read } } as never,
    onError: (error) => failures.push(error),
  });
  const found: string[] = [];
  for (const id of ['1', '2', '3']) {
    const { status } = await send(server, `GET /${type}/${id}`);
    if (status === 500) return `500 ${(failures[0] as Error).message}`;
    if (status === 200) found.push(id);
  }
  if (manner === 'the source applies conditions') {
    const { document } = await send(server, `GET /${type}`);
    expect(document.data.map(({ id }: { id: string }) => id)).toEqual(found);
  }
  const related = type === 'notes' ? (await send(server, 'GET /people/7?include=notes')).document.included : undefined;
  if (related !== undefined) expect(related.map(({ id }: { id: string }) => id)).toEqual(found);
  return found.join();
}

describe.each(Object.keys(manners))('%s', (manner) => {
  test.each<[string, unknown, string]>([
    ['a person, not the team with this id', { field: 'owner', values: [person('7')] }, '1'],
    ['a team', { field: 'owner', values: [team('7')] }, '2'],
    ['both', { field: 'owner', values: [team('7'), person(7)] }, '1,2'],
    ['neither', { field: 'owner', values: [person('8')] }, ''],
    ['an id that is a number', { field: 'owner', values: [person(7)] }, '1'],
    ['none', { field: 'owner', values: [null] }, '3'],
    ['a person or none', { field: 'owner', values: [person('7'), null] }, '1,3'],
    ['not this person', { field: 'owner', operator: 'ne', values: [person('7')] }, '2,3'],
    ['not this person, as a group', { not: { field: 'owner', values: [person('7')] } }, '2,3'],
    [
      'in a group',
      {
        or: [
          { field: 'owner', values: [team('7')] },
          { field: 'id', values: ['3'] },
        ],
      },
      '2,3',
    ],
    ['a member', { field: 'readers', values: [team('7')] }, '2'],
    ['a member of the other type', { field: 'readers', values: [person('8')] }, '2'],
    ['not a member', { field: 'readers', operator: 'ne', values: [person('8')] }, '1,3'],
    ['no member', { field: 'readers', values: [null] }, '3'],
    ['an id of the only target type', { field: 'author', values: ['7'] }, '1'],
  ])('%s', async (_, condition, expected) => {
    expect(await visible(manner, 'notes', [condition])).toBe(expected);
  });

  test('at the end of a path', async () => {
    expect(await visible(manner, 'replies', [{ field: 'note.owner', values: [team('7')] }])).toBe('2');
    expect(await visible(manner, 'replies', [{ field: 'note.readers', values: [person('7')] }])).toBe('1');
  });

  test.each<[string, unknown]>([
    ['a bare id', { field: 'owner', values: ['7'] }],
    ['a bare id among identifiers', { field: 'owner', values: [person('7'), '8'] }],
    ['a bare id in a negation', { field: 'owner', operator: 'ne', values: ['7'] }],
    ['a bare id in a group', { not: { field: 'readers', values: [7] } }],
    ['another type', { field: 'owner', values: [{ type: 'notes', id: '1' }] }],
    ['no id', { field: 'owner', values: [{ type: 'people' }] }],
    ['an id that is not an id', { field: 'owner', values: [{ type: 'people', id: {} }] }],
  ])('%s is an error, and shows nothing', async (_, condition) => {
    expect(await visible(manner, 'notes', [condition])).toMatch(
      /^500 `access\.notes\.read` returned a condition on `(owner|readers)` whose values must be identifiers of its target types, such as \{ type: "people", id: "1" \}, or null\.$/,
    );
  });

  test.each<[string, unknown]>([
    ['an identifier', { field: 'author', operator: 'ne', values: [person('7')] }],
    ['another object', { not: { field: 'author', values: [{}] } }],
    ['true', { field: 'id', operator: 'ne', values: [true] }],
  ])('where one target type is possible, %s is an error', async (_, condition) => {
    expect(await visible(manner, 'notes', [condition])).toContain('values must be ids');
  });
});

test('a source receives identifiers only if it declares that it applies them', async () => {
  const { notes } = sourcesOf() as { notes: Required<DataSource> };
  const { methods, types, operators } = notes.appliesFilters as NonNullable<DataSource['appliesFilters']>;
  const without = { ...notes, appliesFilters: { methods, types, operators, groups: true } };
  const failures: unknown[] = [];
  const server = createServer(api, withRest(api, { notes: without } as never), {
    access: { notes: { read: () => [{ field: 'owner', values: [person('7')] }] } },
    onError: (error) => failures.push(error),
  });
  expect((await send(server, 'GET /notes')).status).toBe(500);
  expect((failures[0] as Error).message).toContain('returned an identifier for `owner`, but the source of "notes"');
  expect((await send(server, 'GET /notes/1')).status).toBe(200);
  expect((await send(server, 'GET /notes/2')).status).toBe(404);
});

test('a filter of a client has ids, which match resources of every target type', async () => {
  const server = createServer(api, sourcesOf() as never);
  const found = async (query: string) =>
    (await send(server, `GET /notes?${query}`)).document.data.map(({ id }: { id: string }) => id).join();
  expect(await found('filter[owner]=7')).toBe('1,2');
  expect(await found('filter[readers]=8')).toBe('1,2');
});
