/** Owners that lose a member because a request gives it to another owner: their `updateRelationship` rules decide, too. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

type Source = Required<DataSource>;
type Change = (source: Source) => DataSource;

const articles = (...ids: readonly string[]) => ids.map((id) => ({ type: 'articles', id }));
const notes = (...ids: readonly string[]) => ids.map((id) => ({ type: 'notes', id }));
const owned = (type: string, id: string, data: unknown) => ({ type, id, relationships: { writings: { data } } });
const rejected = (type: string, id: string) =>
  `The request changes links of "${type}" "${id}". \`access.${type}.updateRelationship\` returned false for "${type}" "${id}".`;

/** A `updateRelationship` rule that rejects changes of one resource, and what it was told. */
function updateRelationshipExcept(rejectedId: string) {
  const heard: [string | undefined, unknown][] = [];
  const updateRelationship = (
    _: unknown,
    { id, change }: { readonly id: string | undefined; readonly change: unknown },
  ) => {
    heard.push([id, change]);
    return id !== rejectedId;
  };
  return { updateRelationship, heard };
}

describe('members without a relationship for their owner', () => {
  const api = defineApi({
    people: {
      attributes: { name: z.string().optional() },
      relationships: { writings: toMany(['articles', 'notes']) },
      clientGeneratedIds: true,
    },
    articles: { attributes: {} },
    notes: { attributes: {} },
  });

  /** Person 7 has article 1 and note 5, person 8 has articles 2 and 4 and note 1, person 6 has article 5. Article 3 is free. */
  function open(limit = 100, change: Change = (source) => source) {
    const sources = createMemorySources(api, {
      people: [
        { id: '6', writings: articles('5') },
        { id: '7', writings: [...articles('1'), ...notes('5')] },
        { id: '8', writings: [...articles('2', '4'), ...notes('1')] },
        { id: '9', writings: [] },
      ],
      articles: articles('1', '2', '3', '4', '5'),
      notes: notes('1', '5'),
    });
    const calls: string[] = [];
    const source = sources.people as Source;
    const people: DataSource = {
      ...source,
      storage: { writings: { storedIn: 'related' } },
      list(query, call) {
        calls.push(`list at most ${query.page.limit}`);
        return source.list(query, call);
      },
      related(name, ids, query, call) {
        calls.push(`related of ${ids} at most ${query.atMost}`);
        return source.related(name, ids, query, call);
      },
    };
    const { updateRelationship, heard } = updateRelationshipExcept('7');
    const rejections: (string | undefined)[] = [];
    const server = createServer(api, { ...sources, people: change(people as Source) } as typeof sources, {
      defaultAccess: 'allow',
      access: { people: { updateRelationship } },
      limits: { includedLinkage: limit },
      onRequest:
        () =>
        ({ rejection }) =>
          rejections.push(rejection),
    });
    const ask = async (line: string, data: unknown) => {
      const { status, document } = await send(server, line, { data });
      return [status, rejections.at(-1), document?.errors?.[0].source?.pointer];
    };
    return { ask, heard, calls };
  }
  const to = (id: string) => `POST /people/${id}/relationships/writings`;

  test.each<[string, string, unknown, string | undefined]>([
    ['adding', to('9'), articles('1'), undefined],
    ['adding it among others', to('9'), articles('3', '2', '1'), undefined],
    ['replacing', 'PATCH /people/9/relationships/writings', articles('1'), undefined],
    ['updating', 'PATCH /people/9', owned('people', '9', articles('3', '1')), '/data/relationships/writings'],
    ['creating', 'POST /people', owned('people', 'new', articles('1')), '/data/relationships/writings'],
    ['adding of another type', to('9'), notes('5'), undefined],
  ])('%s a member: 403 if the owner that loses it does not allow it', async (_, line, data, pointer) => {
    expect(await open().ask(line, data)).toEqual([403, rejected('people', '7'), pointer]);
  });

  test.each<[string, string, unknown, readonly unknown[]]>([
    ['a member of an owner that allows it', to('9'), articles('2'), [['8', { remove: articles('2') }]]],
    ['two members of one owner, in one change', to('9'), articles('2', '4'), [['8', { remove: articles('2', '4') }]]],
    [
      'members of two owners',
      to('9'),
      articles('5', '2'),
      [
        ['6', { remove: articles('5') }],
        ['8', { remove: articles('2') }],
      ],
    ],
    [
      'members of two types',
      to('9'),
      [...articles('2'), ...notes('1')],
      [
        ['8', { remove: articles('2') }],
        ['8', { remove: notes('1') }],
      ],
    ],
    ['a member without an owner', to('9'), articles('3'), []],
    ['a member that the resource has already', to('8'), articles('2'), []],
    ['a replacement by the same members', 'PATCH /people/6/relationships/writings', articles('5'), []],
    // Person 7 has note 5, and person 8 has note 1.
    ['a member with the id of another type', to('9'), articles('5'), [['6', { remove: articles('5') }]]],
    ['a removal', 'DELETE /people/8/relationships/writings', articles('2'), []],
  ])('%s: the rule of each owner receives what it loses', async (_, line, data, losses) => {
    const { ask, heard } = open();
    expect((await ask(line, data))[0]).toBe(204);
    expect(heard.slice(1)).toEqual(losses);
  });

  test.each<[string, string, unknown, readonly string[]]>([
    // An article and a note can have the same id, and each can have an owner.
    ['owners', to('9'), articles('2', '5'), ['list at most 4', 'related of 6,7,8 at most 101']],
    ['no owner', to('9'), articles('3'), ['list at most 2']],
    ['nothing added', to('8'), articles('2'), []],
  ])('%s: no more is read than the rules need', async (_, line, data, expected) => {
    const { ask, calls } = open();
    await ask(line, data);
    expect(calls).toEqual(expected);
  });

  test('a source that cannot say who the owners are: 403', async () => {
    const reason = 'The source of "people" must have `list` and `related`, so that the current owners can be asked.';
    const withoutList: Change = ({ list: _, ...source }) => source;
    const withoutRelated: Change = ({ related: _, ...source }) => source;
    for (const change of [withoutList, withoutRelated])
      expect((await open(100, change).ask(to('9'), articles('3'))).slice(0, 2)).toEqual([403, reason]);
    expect((await open(100, withoutList).ask(to('8'), articles('2')))[0]).toBe(204);
  });

  test('up to the limit, the members of the owners are read; 403 beyond it', async () => {
    const reason = 'The owners of the added resources have more than 2 members in `writings`.';
    expect((await open(2).ask(to('9'), articles('2', '4')))[0]).toBe(204);
    expect((await open(2).ask(to('9'), articles('2', '4', '5'))).slice(0, 2)).toEqual([403, reason]);
  });

  test('a source that ignores the ids: only the moved members are lost, and 403 where some could be missing', async () => {
    const ignoring: Change = (source) => ({
      ...source,
      related: (name, ids, { filter: _, ...query }, call) => source.related(name, ids, query as never, call),
    });
    const { ask, heard } = open(3, ignoring);
    expect((await ask(to('9'), articles('4')))[0]).toBe(204);
    expect(heard.slice(1)).toEqual([['8', { remove: articles('4') }]]);
    // Persons 7 and 8 have five members together.
    expect((await open(3, ignoring).ask(to('9'), [...articles('4'), ...notes('5')])).at(0)).toBe(403);
  });
});

describe('members with a relationship for their owner', () => {
  const api = defineApi({
    people: { relationships: { writings: toMany('articles', { inverse: 'owner' }) } },
    teams: { relationships: { writings: toMany('articles', { inverse: 'owner' }) } },
    articles: { relationships: { owner: toOne(['people', 'teams'], { inverse: 'writings' }) } },
  });
  const person = (id: string) => ({ type: 'people', id });
  const team = (id: string) => ({ type: 'teams', id });

  /** Article 1 is of person 7, article 2 of team 7, article 3 of team 8; article 4 is free. */
  function open(guardedType: 'people' | 'teams', change: Change = (source) => source) {
    const sources = createMemorySources(api, {
      people: [person('7'), person('9')],
      teams: [team('7'), team('8')],
      articles: [
        { id: '1', owner: person('7') },
        { id: '2', owner: team('7') },
        { id: '3', owner: team('8') },
        { id: '4', owner: null },
      ],
    });
    const { updateRelationship, heard } = updateRelationshipExcept('7');
    const rejections: (string | undefined)[] = [];
    const server = createServer(api, { ...sources, articles: change(sources.articles as Source) } as typeof sources, {
      defaultAccess: 'allow',
      access: { [guardedType]: { updateRelationship } },
      onRequest:
        () =>
        ({ rejection }) =>
          rejections.push(rejection),
    });
    const add = async (...ids: readonly string[]) => {
      const { status } = await send(server, 'POST /people/9/relationships/writings', { data: articles(...ids) });
      return [status, rejections.at(-1)];
    };
    return { add, heard };
  }

  test.each<['people' | 'teams', string, number, readonly unknown[]]>([
    [
      'people',
      '1',
      403,
      [
        ['9', { add: articles('1') }],
        ['7', { remove: articles('1') }],
      ],
    ],
    // Team 7 is not person 7.
    ['people', '2', 204, [['9', { add: articles('2') }]]],
    ['people', '4', 204, [['9', { add: articles('4') }]]],
    ['teams', '1', 204, []],
    ['teams', '2', 403, [['7', { remove: articles('2') }]]],
    ['teams', '3', 204, [['8', { remove: articles('3') }]]],
    ['teams', '4', 204, []],
  ])('a rule of %s, article %s: %s', async (type, id, status, expected) => {
    const { add, heard } = open(type);
    expect(await add(id)).toEqual([status, status === 403 ? rejected(type, '7') : undefined]);
    expect(heard).toEqual(expected);
  });

  const bare: Change = ({ find, ...source }) => ({
    ...source,
    find: async (...given) => (await find(...given)).map(({ id }) => ({ id })),
  });
  const withoutFind: Change = ({ find: _, ...source }) => source;
  const withoutRelated: Change = ({ related: _, ...source }) => bare(source as Source);

  test.each<[string, Change]>([
    ['does not have `find`', withoutFind],
    ['returns records without the relationship, and does not have `related`', withoutRelated],
  ])('a source of the members that %s: 403, because the owner is unknown', async (_, change) => {
    const reason =
      'The source of "articles" must have `find`, and its records must contain `owner` or it must have `related`, so that the current owners can be asked.';
    for (const type of ['people', 'teams'] as const) expect(await open(type, change).add('1')).toEqual([403, reason]);
  });

  test('a source of the members that returns the relationship by `related`: the owner is asked', async () => {
    expect(await open('people', bare).add('1')).toEqual([403, rejected('people', '7')]);
    expect((await open('people', bare).add('3', '4'))[0]).toBe(204);
  });

  test('a member that another request deletes in the meantime does not exist', async () => {
    const deleted: Change = ({ find, ...source }) => ({
      ...source,
      find: (ids, selection, call) => (call.forUpdate === true ? [] : find(ids, selection, call)),
    });
    const { add, heard } = open('people', deleted);
    expect((await add('1'))[0]).toBe(404);
    expect(heard).toEqual([]);
  });
});
