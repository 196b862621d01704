import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { api, call, idsOf, openNewsroom, query, select } from '../../test/newsroom.ts';

const parents = ['a', 'b', 'c', 'd', 'nope'];

describe('many parents', () => {
  test.each([
    [
      'tags',
      {
        a: {
          records: [
            { id: 't1', name: 'sea' },
            { id: 't2', name: 'sky' },
          ],
        },
        b: { records: [{ id: 't2', name: 'sky' }] },
        c: { records: [{ id: 't1', name: 'sea' }] },
      },
      ['name'],
    ],
    [
      'comments',
      {
        a: {
          records: [
            { id: 1, body: 'first' },
            { id: 2, body: 'second' },
          ],
        },
        b: { records: [{ id: 3, body: 'third' }] },
      },
      ['body'],
    ],
    [
      'related',
      {
        a: {
          records: [
            { id: 'b', words: 100 },
            { id: 'c', words: null },
          ],
        },
        b: { records: [{ id: 'a', words: 300 }] },
      },
      ['words'],
    ],
    ['author', { a: { id: 1, name: 'Ada' }, b: { id: 1, name: 'Ada' }, c: { id: 2, name: 'Bo' } }, ['name']],
  ])('%s: whole records in one statement', async (relationship, expected, attributes) => {
    const { sources, statements } = openNewsroom();
    const wanted = { atMost: 100, selection: select(attributes) };
    const related = await sources.articles.related(relationship as 'tags', parents, wanted, call);
    expect(Object.fromEntries(related)).toEqual(expected);
    expect(statements).toHaveLength(1);
  });

  test('members carry the foreign keys that are asked for', async () => {
    const { sources } = openNewsroom();
    const wanted = { atMost: 100, selection: select([], ['author', 'tags']) };
    const related = await sources.tags.related('articles', ['t2'], wanted, call);
    expect(related.get('t2')).toEqual({
      records: [
        { id: 'a', author: 1 },
        { id: 'b', author: 1 },
      ],
    });
  });

  test('integer parents are named by their ids as text', async () => {
    const { sources } = openNewsroom();
    const related = await sources.people.related('articles', ['1', '02'], { atMost: 9, selection: select([]) }, call);
    expect([...related]).toEqual([['1', { records: [{ id: 'a' }, { id: 'b' }] }]]);
  });

  test.each([
    ['tags', { field: 'name', operator: 'eq', values: ['sky'] }, { a: ['t2'], b: ['t2'] }],
    ['comments', { field: 'id', operator: 'eq', values: ['2', '3'] }, { a: [2], b: [3] }],
    ['related', { field: 'tags', operator: 'eq', values: ['t2'] }, { a: ['b'], b: ['a'] }],
  ] as const)('%s: only those for which conditions hold', async (relationship, term, expected) => {
    const { sources, statements } = openNewsroom();
    const wanted = { atMost: 100, selection: select([]), filter: [term] };
    const related = await sources.articles.related(relationship as 'tags', parents, wanted, call);
    const ids = [...related].map(([id, page]) => [id, idsOf((page as { records: object[] }).records)]);
    expect(Object.fromEntries(ids)).toEqual(expected);
    expect(statements).toHaveLength(1);
  });

  test('atMost bounds the members of all parents together, and never to-one', async () => {
    const { sources } = openNewsroom();
    const some = await sources.articles.related('tags', parents, { atMost: 3, selection: select([]) }, call);
    expect([...some.values()].flatMap((page) => (page as { records: object[] }).records)).toHaveLength(3);
    const authors = await sources.articles.related('author', parents, { atMost: 1, selection: select([]) }, call);
    expect(authors.size).toBe(3);
  });

  test('thousands of parents fit into one statement', async () => {
    const { sources, statements } = openNewsroom();
    const many = Array.from({ length: 30_000 }, (_, index) => `n${index}`);
    const related = await sources.articles.related('tags', [...many, 'c'], { atMost: 9, selection: select([]) }, call);
    expect([...related.keys()]).toEqual(['c']);
    expect(statements).toHaveLength(1);
  });

  test('no parents, no statement', async () => {
    const { sources, statements } = openNewsroom();
    expect((await sources.articles.related('tags', [], { atMost: 9, selection: select([]) }, call)).size).toBe(0);
    expect(statements).toEqual([]);
  });
});

describe('a page of one parent', () => {
  test.each(['tags', 'comments', 'related'])('%s: offset, limit and total', async (relationship) => {
    const { sources, statements } = openNewsroom();
    const page = query({ page: { offset: 1, limit: 1 }, total: true });
    const related = await sources.articles.related(relationship as 'tags', ['a'], page, call);
    expect(related.get('a')).toEqual({
      records: [{ id: { tags: 't2', comments: 2, related: 'c' }[relationship] }],
      total: 2,
    });
    expect(statements).toHaveLength(1);
  });

  test('sort and filter are those of the members', async () => {
    const { sources } = openNewsroom();
    const sort = [{ field: 'words', descending: false }];
    const sorted = await sources.people.related('articles', ['1'], query({ sort }), call);
    expect(sorted.get('1')).toEqual({ records: [{ id: 'b' }, { id: 'a' }] });
    const filter = [{ field: 'words', operator: 'gt', values: [100] }] as const;
    const filtered = await sources.tags.related('articles', ['t2'], query({ filter, total: true }), call);
    expect(filtered.get('t2')).toEqual({ records: [{ id: 'a' }], total: 1 });
  });

  test('an empty relationship is an empty page', async () => {
    const { sources } = openNewsroom();
    expect((await sources.articles.related('tags', ['d'], query(), call)).get('d')).toEqual({ records: [] });
  });

  test('has a total only if it is of one parent, of a relationship there is', async () => {
    const { sources } = openNewsroom();
    const counted = { ...query(), total: true };
    await expect(sources.articles.related('tags', ['a', 'b'], counted, call)).rejects.toThrow('neither a total');
    await expect(sources.articles.related('nope' as never, ['a'], query(), call)).rejects.toThrow(
      'does not have a relationship "nope"',
    );
  });
});

describe('a page of the members of each parent', () => {
  const pageOf = (limit: number, offset = 0) => ({
    atMost: 100,
    pagePerParent: { offset, limit },
    selection: select([]),
  });
  const idsByParent = (found: ReadonlyMap<string, unknown>) =>
    Object.fromEntries([...found].map(([id, page]) => [id, idsOf((page as { records: unknown[] }).records)]));

  test.each([
    ['tags', ['a', 'b', 'c'], pageOf(1), { a: ['t1'], b: ['t2'], c: ['t1'] }],
    ['tags', ['a', 'b', 'c'], pageOf(5), { a: ['t1', 't2'], b: ['t2'], c: ['t1'] }],
    ['tags', ['a', 'b', 'c'], pageOf(1, 1), { a: ['t2'] }],
    ['comments', ['a', 'b'], pageOf(1), { a: [1], b: [3] }],
    ['comments', ['a', 'b'], { ...pageOf(5), atMost: 2 }, { a: [1, 2] }],
  ])('%s of %j, %j: in one statement, in the order of the pages', async (name, parents, query, expected) => {
    const { sources, statements } = openNewsroom();
    expect(idsByParent(await sources.articles.related(name as 'tags', parents, query, call))).toEqual(expected);
    expect(statements).toHaveLength(1);
  });

  test('rows of a join table that say the same twice are one member', async () => {
    const { database, sources } = openNewsroom();
    database.exec("insert into article_link values ('a', 'b'), ('a', 'd')");
    const found = await sources.articles.related('related', ['a'], pageOf(2), call);
    expect(idsByParent(found)).toEqual({ a: ['b', 'b', 'c'] });
  });

  test('included, the links lead on to the other members, each once', async () => {
    const { database, sources } = openNewsroom();
    database.exec("insert into article_link values ('a', 'b'), ('a', 'd')");
    const server = createServer(api, sources, { pagination: { includedSize: 2 } });
    const get = async (url: string) =>
      JSON.parse((await server.handle({ method: 'GET', url, headers: {} })).body ?? '');
    const { relationships } = (await get('/articles/a?include=related')).data;
    expect(idsOf(relationships.related.data)).toEqual(['b', 'c']);
    const next = await get(relationships.related.links.next);
    expect([idsOf(next.data), next.links.next]).toEqual([['d'], null]);
  });
});
