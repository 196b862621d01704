/** Which members a request really adds and removes, if the source cannot return all members of a relationship. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource, RelatedQuery } from '../sources/port/data-source.ts';

const api = defineApi({
  people: {
    attributes: {},
    relationships: {
      articles: toMany('articles', { inverse: 'author' }),
      works: toMany(['articles', 'songs'], { inverse: 'maker' }),
      // Notes do not have a relationship for their person.
      notes: toMany('notes'),
    },
    clientGeneratedIds: true,
  },
  bands: { attributes: {}, relationships: { works: toMany('songs', { inverse: 'maker' }) } },
  notes: { attributes: {} },
  articles: {
    attributes: {},
    relationships: { author: toOne('people', { inverse: 'articles' }), maker: toOne('people', { inverse: 'works' }) },
  },
  songs: { attributes: {}, relationships: { maker: toOne(['people', 'bands'], { inverse: 'works' }) } },
});
type Options = ServerOptions<unknown, typeof api>;
type People = (source: Required<DataSource>) => DataSource;

/** Only `related` returns the members. */
const apart: People = (source) => ({
  ...source,
  find: async (...given) =>
    (await source.find(...given)).map((it) => ({ ...it, articles: undefined, works: undefined })),
});
/** `related` ignores conditions. */
const careless: People = (source) => ({
  ...apart(source),
  related: (name, ids, query, call) => source.related(name, ids, { ...query, filter: [] } as RelatedQuery, call),
});
/** Only the records contain the members. `find` returns more records than requested. */
const carried: People = (source) => ({
  ...source,
  find: (ids, selection, call) => source.find(['8', ...ids], selection, call),
  related: undefined as never,
});
/** No method returns the members. */
const silent: People = (source) => ({ ...apart(source), related: undefined as never });

/**
 * Person 7 has the articles 1, 2, 3, as works article 1 and song 1, and note 1. Articles 4 and 5, song 2, and note 2 are
 * free. Person 9 has article 6. Band 1 has song 3. Each note belongs to at most one person: the source says so.
 */
function open(options: Options, people: People = (it) => it, articles: People = (it) => it) {
  const memory = createMemorySources(api, {
    people: [{ id: '7', notes: ['1'] }, { id: '8' }, { id: '9', articles: ['6'] }],
    bands: [{ id: '1' }],
    notes: [{ id: '1' }, { id: '2' }],
    articles: ['1', '2', '3', '4', '5', '6'].map((id) => ({
      id,
      author: id < '4' ? '7' : id === '6' ? '9' : null,
      maker: id === '1' ? '7' : null,
    })),
    songs: [
      { id: '1', maker: { type: 'people', id: '7' } },
      { id: '2' },
      { id: '3', maker: { type: 'bands', id: '1' } },
    ],
  });
  const own = memory.people as Required<DataSource>;
  const storage = { ...own.storage, notes: { storedIn: 'related' } } as const;
  const sources = {
    ...memory,
    people: people({ ...own, storage }),
    articles: articles(memory.articles as Required<DataSource>),
  };
  return createServer(api, sources as never, options);
}

const article = (...ids: readonly string[]) => ids.map((id) => ({ type: 'articles', id }));
const note = (...ids: readonly string[]) => ids.map((id) => ({ type: 'notes', id }));
const song = (...ids: readonly string[]) => ids.map((id) => ({ type: 'songs', id }));

/** The members whose rules the server calls, in order, and the status. */
async function asked(line: string, data: unknown, people?: People, limits: Options['limits'] = {}) {
  const heard: string[] = [];
  const hear =
    (type: string) =>
    (_: unknown, { id }: { readonly id: string | undefined }) => {
      heard.push(`${type} ${id}`);
      return true;
    };
  const access = { articles: { updateRelationship: hear('articles') }, songs: { updateRelationship: hear('songs') } };
  const { status } = await send(open({ defaultAccess: 'allow', access, limits }, people), line, { data });
  return [status, ...heard].join();
}

describe('the rules of the members that really change are called', () => {
  const articles = '/people/7/relationships/articles';
  const works = '/people/7/relationships/works';
  test.each<[string, unknown, string]>([
    [`POST ${articles}`, article('1', '4'), 'articles 4'],
    [`POST ${articles}`, [], ''],
    [`DELETE ${articles}`, article('3', '4'), 'articles 3'],
    [`DELETE ${articles}`, article('4', '5'), ''],
    [`DELETE ${articles}`, [], ''],
    [`PATCH ${articles}`, article('1', '4'), 'articles 4,articles 2,articles 3'],
    // Article 1 and song 1 are members: the same id, of two types.
    [`POST ${works}`, [...article('1', '2'), ...song('1', '2')], 'articles 2,songs 2'],
    [`DELETE ${works}`, [...article('2'), ...song('1', '2')], 'songs 1'],
    [`PATCH ${works}`, [...song('1', '2')], 'articles 1,songs 2'],
  ])('%s %j: %s', async (line, data, expected) => {
    for (const people of [undefined, apart, carried])
      expect(await asked(line, data, people)).toBe([204, ...(expected === '' ? [] : [expected])].join());
  });

  test.each<[string, unknown, string]>([
    // With one member more than the request names, all of them are known.
    [`DELETE ${articles}`, article('3', '4', '5'), '204,articles 3'],
    // Article 3 is beyond what the source returned, so all named members are treated as removed.
    [`DELETE ${articles}`, article('3', '4'), '204,articles 3,articles 4'],
    [`DELETE ${articles}`, article('3'), '204,articles 3'],
  ])('%s %j, of a source that ignores conditions: %s', async (line, data, expected) => {
    expect(await asked(line, data, careless)).toBe(expected);
  });

  test('of a source that does not return members, all named members are treated as removed', async () => {
    expect(await asked(`DELETE ${articles}`, article('3', '4'), silent)).toBe('204,articles 3,articles 4');
    expect(await asked(`POST ${articles}`, article('3', '4'), silent)).toBe('204,articles 3,articles 4');
  });

  test.each(['POST', 'DELETE'])('%s of nothing does not read the members', async (method) => {
    const failing: People = (source) => ({
      ...apart(source),
      related: () => {
        throw new Error('Nothing is named.');
      },
    });
    expect(await asked(`${method} ${articles}`, [], failing)).toBe('204');
  });

  test('conditions of one type are part of the query, conditions of several types are not', async () => {
    const queries: unknown[] = [];
    const noting: People = (source) => ({
      ...apart(source),
      related: (name, ids, query, call) => {
        queries.push([query.atMost, query.filter]);
        return source.related(name, ids, query, call);
      },
    });
    await asked(`DELETE ${articles}`, article('3', '4'), noting, { includedLinkage: 9 });
    await asked(`DELETE ${works}`, song('1'), noting, { includedLinkage: 9 });
    expect(queries).toEqual([
      [3, [{ field: 'id', operator: 'eq', values: ['3', '4'] }]],
      [10, []],
    ]);
  });

  test('members of several types are read up to the limit', async () => {
    const limits = { includedLinkage: 2 };
    expect(await asked(`DELETE ${works}`, song('1', '2'), apart, limits)).toBe('204,songs 1');
    expect(await asked(`DELETE ${works}`, song('1', '2'), apart, { includedLinkage: 1 })).toBe('204,songs 1,songs 2');
  });
});

test.each([['removing'], ['replacing']])(
  'a member beyond what the source returns is not lost without its rule: %s',
  async (kind) => {
    const server = open(
      { defaultAccess: 'allow', access: { articles: { updateRelationship: (_, { id }) => id !== '3' } } },
      careless,
    );
    const line = `${kind === 'removing' ? 'DELETE' : 'PATCH'} /people/7/relationships/articles`;
    expect((await send(server, line, { data: kind === 'removing' ? article('3') : article('1', '2') })).status).toBe(
      403,
    );
  },
);

describe('each of several changes is checked', () => {
  const articles = '/people/8/relationships/articles';
  const notOf = (rejected: string) => ({
    updateRelationship: (_: unknown, { id }: { readonly id: string | undefined }) => id !== rejected,
  });
  test.each<[string, unknown, Options['access'], number]>([
    [`POST ${articles}`, article('4', '5'), { articles: notOf('5') }, 403],
    [`POST ${articles}`, article('4', '5'), { articles: notOf('4') }, 403],
    [`POST ${articles}`, article('4', '5'), { articles: notOf('3') }, 204],
    ['DELETE /people/7/relationships/articles', article('1', '2'), { articles: notOf('2') }, 403],
    ['DELETE /people/7/relationships/articles', article('1', '2'), { articles: notOf('3') }, 204],
    ['PATCH /people/7/relationships/articles', article('4'), { articles: notOf('3') }, 403],
    // Articles 1 and 6 leave the persons 7 and 9.
    [`POST ${articles}`, article('1', '6'), { people: notOf('7') }, 403],
    [`POST ${articles}`, article('1', '6'), { people: notOf('9') }, 403],
    [`POST ${articles}`, article('1', '6'), { people: notOf('3') }, 204],
    // Article 4 and song 2 are added.
    ['POST /people/8/relationships/works', [...article('4'), ...song('2')], { articles: notOf('4') }, 403],
    ['POST /people/8/relationships/works', [...article('4'), ...song('2')], { songs: notOf('2') }, 403],
    [
      'POST /people/8/relationships/works',
      [...article('4'), ...song('2')],
      { articles: notOf('9'), songs: notOf('2') },
      403,
    ],
  ])('%s %j with %o: %i', async (line, data, access, status) => {
    expect(
      (await send(open({ defaultAccess: 'allow', access: access as NonNullable<typeof access> }), line, { data }))
        .status,
    ).toBe(status);
  });
});

describe('without a rule that can reject a change', () => {
  const related = () => {
    throw new Error('No rule needs the members.');
  };
  test.each<[string, Options]>([
    ['rules of other types', { defaultAccess: 'allow', access: { bands: { create: () => false } } }],
    [
      'open inverses',
      {
        defaultAccess: 'allow',
        access: { articles: { updateRelationship: () => false } },
        uncheckedInverses: { articles: ['author'] },
      },
    ],
  ])('the members are not read: %s', async (_, options) => {
    const server = open(options, (source) => ({ ...apart(source), related }));
    for (const method of ['PATCH', 'DELETE', 'POST'])
      expect((await send(server, `${method} /people/7/relationships/articles`, { data: article('4') })).status).toBe(
        204,
      );
  });

  // With a rule of the inverse relationship, the source must be able to undo the creation, because the rule receives its id.
  test.each<[string, Options['access'], object, number]>([
    ['of other types', { bands: { updateRelationship: () => true } }, {}, 201],
    ['of the members', { articles: { updateRelationship: (_, { id }) => id === '4' } }, {}, 403],
    [
      'of the members, with an id of the client',
      { articles: { updateRelationship: (_, { id }) => id === '4' } },
      { id: 'new' },
      201,
    ],
    ['of the members, which allows all', { articles: { updateRelationship: () => true } }, {}, 201],
    ['of the members, which rejects', { articles: { updateRelationship: () => false } }, { id: 'new' }, 403],
  ])('a source without transactions can create a resource with members: a rule %s', async (_, access, id, status) => {
    const server = open({ defaultAccess: 'allow', access: access as NonNullable<typeof access> }, (source) => ({
      ...source,
      transaction: undefined as never,
    }));
    const data = { type: 'people', ...id, relationships: { articles: { data: article('4') } } };
    expect((await send(server, 'POST /people', { data })).status).toBe(status);
  });
});

describe('the owner that loses a member is asked', () => {
  test.each<[string, string, unknown, Options['access'], number]>([
    [
      'an owner of another type',
      'POST /people/8/relationships/works',
      song('3'),
      { bands: { updateRelationship: () => false } },
      403,
    ],
    [
      'and of its own type',
      'POST /people/8/relationships/works',
      song('1'),
      { people: { updateRelationship: (_, { id }) => id !== '7' } },
      403,
    ],
    [
      'and not where it does not lose it',
      'POST /people/8/relationships/works',
      song('2'),
      { bands: { updateRelationship: () => false } },
      204,
    ],
    [
      'through a replacement',
      'PATCH /people/8/relationships/works',
      song('3'),
      { bands: { updateRelationship: () => false } },
      403,
    ],
    [
      'where the member does not have an inverse',
      'POST /people/8/relationships/notes',
      note('1'),
      { people: { updateRelationship: (_, { id }) => id !== '7' } },
      403,
    ],
    [
      'where the member does not have an owner',
      'POST /people/8/relationships/notes',
      note('2'),
      { people: { updateRelationship: (_, { id }) => id !== '7' } },
      204,
    ],
    [
      'not for a removal',
      'DELETE /people/7/relationships/notes',
      note('1'),
      { people: { updateRelationship: (_, { change }) => !('replace' in change) } },
      204,
    ],
  ])('%s', async (_, line, data, access, status) => {
    const server = open({ defaultAccess: 'allow', access: access as NonNullable<typeof access> });
    expect((await send(server, line, { data })).status).toBe(status);
  });
});

describe('an owner that cannot be determined could reject the change: 403', () => {
  const line = 'POST /people/8/relationships/articles';
  const rule: Options['access'] = { people: { updateRelationship: (_, { id }) => id !== '7' } };
  const noAuthor = (source: Required<DataSource>, related?: DataSource['related']): DataSource => ({
    ...source,
    find: async (...given) => (await source.find(...given)).map((it) => ({ ...it, author: undefined })),
    related: related as never,
  });
  test.each<[string, (source: Required<DataSource>) => DataSource, Options['access'], number]>([
    ['no method returns the author', (it) => noAuthor(it), rule, 403],
    ['there is no `find`', ({ list, storage }) => ({ list, storage }), rule, 403],
    ['`related` returns the author', (it) => noAuthor(it, it.related), rule, 403],
    ['without a rule of the owner', (it) => noAuthor(it), { people: { create: () => true } }, 204],
    [
      'the rule `update` of the owner decides',
      (it) => noAuthor(it),
      { people: { update: (_, { id }) => id !== '7' } },
      403,
    ],
    ['the rule of the owner allows all', (it) => noAuthor(it), { people: { update: () => true } }, 204],
  ])('%s', async (_, articles, access, status) => {
    const server = open({ defaultAccess: 'allow', access: access as NonNullable<typeof access> }, undefined, articles);
    expect((await send(server, line, { data: article('1') })).status).toBe(status);
    expect((await send(server, 'DELETE /people/9/relationships/articles', { data: article('6') })).status).toBe(204);
  });

  test('a member that does not exist when it is locked does not exist', async () => {
    const vanishing = (source: Required<DataSource>): DataSource => ({
      ...source,
      // Another request deletes the article.
      find: (ids, selection, call) => (call.forUpdate === true ? [] : source.find(ids, selection, call)),
    });
    const server = open({ defaultAccess: 'allow', access: rule as NonNullable<typeof rule> }, undefined, vanishing);
    expect((await send(server, line, { data: article('1') })).status).toBe(404);
  });
});

test('the error of a resource with several relationships has the pointer of the one that is rejected', async () => {
  const server = open({ defaultAccess: 'allow', access: { songs: { updateRelationship: () => false } } });
  const relationships = { articles: { data: article('4') }, works: { data: song('2') } };
  const { status, problems } = await send(server, 'PATCH /people/8', {
    data: { type: 'people', id: '8', relationships },
  });
  expect([status, ...problems]).toEqual([403, 'FORBIDDEN /data/relationships/works']);
});
