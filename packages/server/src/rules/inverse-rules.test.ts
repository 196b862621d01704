/** Writes that change the linkage of other resources: how these resources are read, and which changes their rules receive. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const named = { attributes: { name: z.string().optional() } };
const api = defineApi({
  people: {
    ...named,
    relationships: {
      passport: toOne('passports', { inverse: 'owner' }),
      articles: toMany('articles', { inverse: 'author' }),
      mentor: toOne('people', { inverse: 'pupils' }),
      pupils: toMany('people', { inverse: 'mentor' }),
      // Notes store the links, but do not have a relationship for them.
      notes: toMany('notes'),
    },
    clientGeneratedIds: true,
  },
  passports: { ...named, relationships: { owner: toOne('people', { inverse: 'passport' }) } },
  articles: {
    ...named,
    relationships: {
      author: toOne('people', { inverse: 'articles' }),
      labels: toMany(['tags', 'topics'], { inverse: 'articles' }),
    },
  },
  tags: { ...named, relationships: { articles: toMany('articles', { inverse: 'labels' }) } },
  topics: { ...named, relationships: { articles: toMany('articles', { inverse: 'labels' }) } },
  notes: named,
});
type Options = ServerOptions<unknown, typeof api>;
type Name = keyof typeof api.declaration;
type Changed = { readonly [Type in Name]?: (source: Required<DataSource>) => DataSource };

/** A source whose `find` returns records without some fields. */
const without =
  (...names: readonly string[]) =>
  (source: Required<DataSource>): DataSource => ({
    ...source,
    find: async (...given) =>
      (await source.find(...given)).map((it) => ({
        ...it,
        ...Object.fromEntries(names.map((name) => [name, undefined])),
      })),
  });

/** Article 1 has the tag 1 and the topic 1; the links are in the record of the article. Person 7 has passport 1. */
function open(options: Options, changed: Changed = {}) {
  const memory = createMemorySources(api, {
    people: [{ id: '7', articles: [{ type: 'articles', id: 'gone' }], notes: ['1'] }, { id: '8' }],
    passports: [{ id: '1', owner: '7' }, { id: '2' }],
    articles: [
      {
        id: '1',
        labels: [
          { type: 'tags', id: '1' },
          { type: 'topics', id: '1' },
        ],
      },
    ],
    tags: [{ id: '1' }, { id: '2' }],
    topics: [{ id: '1' }],
    notes: [{ id: '1' }],
  }) as unknown as Record<Name, Required<DataSource>>;
  const labels = {
    storedIn: 'record',
    inverses: ['tags', 'topics'].map((type) => ({ type, relationship: 'articles' })),
  } as const;
  memory.articles = { ...memory.articles, storage: { ...memory.articles.storage, labels } };
  memory.people = { ...memory.people, storage: { ...memory.people.storage, notes: { storedIn: 'related' } } };
  const sources = Object.fromEntries(
    Object.entries(memory).map(([type, source]) => [type, (changed[type as Name] ?? ((it) => it))(source)]),
  );
  const rejections: unknown[] = [];
  const onRequest: Options['onRequest'] = () => (end) => {
    rejections.push(end.rejection);
  };
  const server = createServer(api, sources as never, { ...options, onRequest });
  return { server, rejections };
}

/** The calls of the rules of all types in a request, each as one line: the rule, the resource, and the change. */
async function told(line: string, data: unknown, changed: Changed = {}) {
  const heard: string[] = [];
  const hear =
    (rule: string) =>
    (_: unknown, { id, record, change, input }: { readonly [member: string]: unknown }) => {
      const relationships = (input as { readonly relationships: unknown } | undefined)?.relationships;
      heard.push(`${rule} ${id}, a record with ${(record as { id: string }).id}: ${text(change ?? relationships)}`);
      return true;
    };
  const rules = (type: string) => ({
    update: hear(`update ${type}`),
    updateRelationship: hear(`updateRelationship ${type}`),
  });
  const access = Object.fromEntries(Object.keys(api.declaration).map((type) => [type, rules(type)]));
  const { status } = await send(
    open({ defaultAccess: 'allow', access }, changed).server,
    line,
    data === undefined ? undefined : { data },
  );
  // The first rule is that of the resource in the URL.
  return [status, ...heard.slice(1)];
}

const one = (type: string, id: string) => ({ type, id });
/** A value as JSON. Undefined members are visible. */
const text = (value: unknown) => JSON.stringify(value, (_, member) => (member === undefined ? 'undefined' : member));

describe('rules of the inverse relationship receive the change of the resource', () => {
  const [tag1, tag2, topic1] = [one('tags', '1'), one('tags', '2'), one('topics', '1')];
  test.each<[string, string, unknown, readonly string[]]>([
    [
      'a to-one relationship on both relationships: the owner, and the member that it loses',
      'PATCH /passports/2/relationships/owner',
      one('people', '7'),
      [
        `updateRelationship people 7, a record with 7: ${text({ replace: one('passports', '2') })}`,
        `update passports 1, a record with 1: ${text({ owner: null })}`,
        `updateRelationship passports 1, a record with 1: ${text({ replace: null })}`,
      ],
    ],
    [
      'from the side whose records do not store the links',
      'PATCH /people/8/relationships/passport',
      one('passports', '1'),
      [
        `update passports 1, a record with 1: ${text({ owner: one('people', '8') })}`,
        `updateRelationship passports 1, a record with 1: ${text({ replace: one('people', '8') })}`,
        `updateRelationship people 7, a record with 7: ${text({ replace: null })}`,
      ],
    ],
    [
      'a member that leaves a to-one relationship',
      'PATCH /passports/1/relationships/owner',
      null,
      [`updateRelationship people 7, a record with 7: ${text({ replace: null })}`],
    ],
    [
      'a list of links in the record, with one more',
      'POST /tags/2/relationships/articles',
      [one('articles', '1')],
      [
        `update articles 1, a record with 1: ${text({ labels: [tag1, topic1, tag2] })}`,
        `updateRelationship articles 1, a record with 1: ${text({ add: [tag2] })}`,
      ],
    ],
    [
      'a list of links in the record, without one, but with the resource of another type that has its id',
      'DELETE /tags/1/relationships/articles',
      [one('articles', '1')],
      [
        `update articles 1, a record with 1: ${text({ labels: [topic1] })}`,
        `updateRelationship articles 1, a record with 1: ${text({ remove: [tag1] })}`,
      ],
    ],
  ])('%s', async (_, line, data, heard) => {
    expect(await told(line, data)).toEqual([204, ...heard]);
  });

  test('if only `related` returns a to-one relationship: the same', async () => {
    const changed = { people: without('passport'), passports: without('owner') };
    for (const [line, data] of [
      ['PATCH /passports/2/relationships/owner', one('people', '7')],
      ['PATCH /people/8/relationships/passport', one('passports', '1')],
      ['PATCH /passports/1/relationships/owner', null],
    ] as const)
      expect([line, ...(await told(line, data, changed))]).toEqual([line, ...(await told(line, data))]);
  });

  test('a list of links that the record does not contain is read', async () => {
    expect(
      await told('POST /tags/2/relationships/articles', [one('articles', '1')], { articles: without('labels') }),
    ).toEqual([
      204,
      `update articles 1, a record with 1: ${text({ labels: [tag1, topic1, tag2] })}`,
      `updateRelationship articles 1, a record with 1: ${text({ add: [tag2] })}`,
    ]);
  });

  test('a record without a relationship for the links: the changes are empty', async () => {
    expect(await told('DELETE /people/7/relationships/notes', [one('notes', '1')])).toEqual([
      204,
      `update notes 1, a record with 1: ${text({})}`,
    ]);
  });

  test('a source that returns more records than requested changes nothing', async () => {
    const greedy = (source: Required<DataSource>): DataSource => ({
      ...source,
      find: (ids, selection, call) => source.find([...ids, '1', '2', '7', '8'], selection, call),
    });
    const changed = { people: greedy, passports: greedy };
    const [line, data] = ['PATCH /passports/2/relationships/owner', one('people', '7')];
    expect(await told(line, data, changed)).toEqual(await told(line, data));
  });
});

describe('a rule decides about the resource that loses or gets a link', () => {
  test.each<[string, Options['access'], string, unknown, number]>([
    [
      'the passport that leaves',
      { passports: { update: (_, { id }) => id !== '1' } },
      'PATCH /passports/2/relationships/owner',
      one('people', '7'),
      403,
    ],
    [
      'no passport leaves',
      { passports: { update: (_, { id }) => id !== '1' } },
      'PATCH /passports/2/relationships/owner',
      one('people', '8'),
      204,
    ],
    [
      'the person whose passport changes',
      { people: { updateRelationship: (_, { id }) => id !== '7' } },
      'PATCH /passports/2/relationships/owner',
      one('people', '7'),
      403,
    ],
    [
      'another person',
      { people: { updateRelationship: (_, { id }) => id !== '7' } },
      'PATCH /passports/2/relationships/owner',
      one('people', '8'),
      204,
    ],
    // A link to a resource that does not exist is not a link of a resource.
    [
      'a link to nothing is removed',
      { articles: { update: () => false, updateRelationship: () => false } },
      'DELETE /people/7/relationships/articles',
      [one('articles', 'gone')],
      204,
    ],
    [
      'nothing is added to it',
      { articles: { update: () => false, updateRelationship: () => false } },
      'POST /people/7/relationships/articles',
      [one('articles', 'gone')],
      404,
    ],
  ])('%s', async (_, access, line, data, status) => {
    const { server } = open({ defaultAccess: 'allow', access: access as NonNullable<typeof access> });
    expect((await send(server, line, { data })).status).toBe(status);
  });

  test('a new resource that links to itself is not asked about a link of its own before it exists', async () => {
    const { server } = open({ defaultAccess: 'allow', access: { people: { update: () => false } } });
    const mentor = { data: one('people', 'new') };
    const answer = await send(server, 'POST /people', { data: { ...one('people', 'new'), relationships: { mentor } } });
    expect(answer.status).toBe(201);
  });
});

const noFind = (source: Required<DataSource>): DataSource => ({ list: source.list, storage: source.storage });

describe('without a rule that can reject a change, nothing has to be read for it', () => {
  const [yes, no] = [() => true, () => false];
  const toArticles = ['POST /people/8/relationships/articles', [one('articles', '1')]] as const;
  test.each<[string, Options['access'], string, unknown, number]>([
    ['rules of other types', { tags: { update: no } }, ...toArticles, 204],
    ['rules of other actions', { articles: { create: no, delete: no } }, ...toArticles, 204],
    ['a rule that can reject it', { articles: { update: yes } }, ...toArticles, 403],
    ['a rule of the relationship', { articles: { updateRelationship: yes } }, ...toArticles, 403],
    ['a deletion, without rules of the notes', { articles: { create: no } }, 'DELETE /people/7', undefined, 204],
    ['notes do not have a relationship', { notes: { updateRelationship: no } }, 'DELETE /people/7', undefined, 204],
    ['a note that changes', { notes: { update: yes } }, 'DELETE /people/7', undefined, 403],
  ])('%s', async (_, access, line, data, status) => {
    const { server } = open(
      { defaultAccess: 'allow', access: access as NonNullable<typeof access> },
      { articles: noFind, notes: noFind },
    );
    expect((await send(server, line, data && { data })).status).toBe(status);
  });

  test.each<[string, Options['access']]>([
    ['a create rule of records without the links', { people: { create: no } }],
    ['a hidden relationship of records without the links', { people: { fields: () => ['name'] } }],
  ])('%s', async (_, access) => {
    const { server } = open(
      { defaultAccess: 'allow', access: access as NonNullable<typeof access> },
      { people: noFind },
    );
    const answer = await send(server, 'PATCH /passports/2/relationships/owner', { data: one('people', '7') });
    expect(answer.status).toBe(204);
  });

  test('a source is not called without ids', async () => {
    const strict = (source: Required<DataSource>): DataSource => ({
      ...source,
      find(ids, selection, call) {
        if (ids.length === 0) throw new Error('No ids.');
        return source.find(ids, selection, call);
      },
    });
    // Only a tag is added, no topic.
    const line = 'POST /articles/1/relationships/labels';
    const { server } = open(
      { defaultAccess: 'allow', access: { tags: { updateRelationship: yes }, topics: { updateRelationship: yes } } },
      { tags: strict, topics: strict },
    );
    expect((await send(server, line, { data: [one('tags', '2')] })).status).toBe(204);
  });
});

describe('records that store links without a relationship for them', () => {
  test.each<[Options['access'], string, unknown, number]>([
    [{ notes: { update: () => true } }, 'DELETE /people/7', undefined, 204],
    // There is no relationship that `updateRelationship` could be about.
    [{ notes: { update: () => true, updateRelationship: () => false } }, 'DELETE /people/7', undefined, 204],
    [{ notes: { update: () => false } }, 'DELETE /people/7', undefined, 403],
    [{ notes: { update: () => false } }, 'DELETE /people/8', undefined, 204],
    [{ notes: { update: () => false } }, 'POST /people/8/relationships/notes', [one('notes', '1')], 403],
    [{ notes: { update: () => true } }, 'POST /people/8/relationships/notes', [one('notes', '1')], 204],
  ])('%o %s', async (access, line, data, status) => {
    const { server } = open({ defaultAccess: 'allow', access: access as NonNullable<typeof access> });
    expect((await send(server, line, data && { data })).status).toBe(status);
  });
});

describe('a resource of the inverse relationship that cannot be read', () => {
  const lacking = 'The request changes links of "articles" "1", but its source does not have `find`.';
  const owners =
    'The source of "articles" must have `find`, and its records must contain `author` or it must have `related`, so that the current owners can be asked.';
  test.each<[string, Changed, Options, reason: string]>([
    [
      'a source without `find`',
      { articles: noFind },
      { defaultAccess: 'allow', access: { articles: { update: () => true } } },
      lacking,
    ],
    [
      'a source without `find`, denied by default',
      { articles: noFind },
      {
        defaultAccess: 'deny',
        access: { people: { read: () => true, updateRelationship: (_, { id }) => id !== undefined } },
      },
      owners,
    ],
  ])('%s: 403, and the reason says so', async (_, changed, options, reason) => {
    const { server, rejections } = open(options, changed);
    const { status } = await send(server, 'POST /people/8/relationships/articles', { data: [one('articles', '1')] });
    expect([status, ...rejections]).toEqual([403, reason]);
  });
});
