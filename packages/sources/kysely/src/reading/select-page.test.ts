import { describe, expect, test } from 'vitest';
import { call, idsOf, openNewsroom, query, select } from '../../test/newsroom.ts';

const ascending = (field: string) => ({ field, descending: false });
const descending = (field: string) => ({ field, descending: true });

describe('list', () => {
  test('selects what is asked for and no more, in one statement', async () => {
    const { sources, statements } = openNewsroom();
    const selection = select(['title', 'published', 'labels'], ['author', 'tags']);
    const { records } = await sources.articles.list(query({ selection, page: { offset: 0, limit: 1 } }), call);
    expect(records).toEqual([{ id: 'a', title: 'Alpha', published: true, labels: ['x', 'y'], author: 1 }]);
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/words|\*/);
  });

  test('gives plain objects, null for NULL', async () => {
    const { sources } = openNewsroom();
    const { records } = await sources.articles.list(query({ selection: select(['words'], ['author']) }), call);
    expect(Object.getPrototypeOf(records[0])).toBe(Object.prototype);
    expect(records[2]).toEqual({ id: 'c', words: null, author: 2 });
    expect(records[3]).toEqual({ id: 'd', words: 100, author: null });
  });

  test('counts in the same statement, regardless of the page', async () => {
    const { sources, statements } = openNewsroom();
    const filter = [{ field: 'title', operator: 'eq', values: ['Beta'] }] as const;
    const page = await sources.articles.list(query({ filter, total: true, page: { offset: 1, limit: 1 } }), call);
    expect(page).toEqual({ records: [{ id: 'e' }], total: 2 });
    expect(statements).toHaveLength(1);
  });

  test.each([
    [[], ['a', 'b', 'c', 'd', 'e']],
    [[ascending('title')], ['a', 'b', 'e', 'd', 'c']],
    [
      [ascending('title'), descending('words')],
      ['a', 'e', 'b', 'd', 'c'],
    ],
    [[ascending('words')], ['c', 'b', 'd', 'e', 'a']],
    [[descending('words')], ['a', 'e', 'd', 'b', 'c']],
  ])('sorts by %j, NULL least and the id last, in the direction of the last key', async (sort, ids) => {
    const { sources } = openNewsroom();
    expect(idsOf((await sources.articles.list(query({ sort }), call)).records)).toEqual(ids);
  });

  test('pages over ties give every record once, in the order of ids that the last key has', async () => {
    const { database, sources } = openNewsroom();
    database.exec('delete from comment; delete from article');
    // The rows stand in another order than their ids.
    const insert = database.prepare("insert into article (id, headline, words) values (?, 'Tie', ?)");
    const ids = Array.from({ length: 200 }, (_, index) => `x${(index * 7919) % 200}`);
    for (const id of ids) insert.run(id, id.length);
    const expected = [...ids].sort((left, right) => right.length - left.length || (left < right ? 1 : -1));
    for (const limit of [1, 7, 64]) {
      const seen: unknown[] = [];
      for (let offset = 0; offset < 210; offset += limit) {
        const page = { offset, limit };
        seen.push(...idsOf((await sources.articles.list(query({ sort: [descending('words')], page }), call)).records));
      }
      expect(seen).toEqual(expected);
    }
  });

  test('rejects names that are not in the API', async () => {
    const { sources, statements } = openNewsroom();
    const { list } = sources.articles;
    await expect(list(query({ sort: [ascending('headline')] }), call)).rejects.toThrow(
      'does not have an attribute "headline"',
    );
    await expect(list(query({ selection: select(['nope']) }), call)).rejects.toThrow('"nope"');
    await expect(list(query({ selection: select([], ['nope']) }), call)).rejects.toThrow('"nope"');
    expect(statements).toEqual([]);
  });

  test('stops when the call is aborted', async () => {
    const { sources, statements } = openNewsroom();
    const aborted = { ...call, signal: AbortSignal.abort(new Error('gone')) };
    await expect(sources.articles.list(query(), aborted)).rejects.toThrow('gone');
    expect(statements).toEqual([]);
  });
});

describe('find', () => {
  test('gives the records there are, in one statement', async () => {
    const { sources, statements } = openNewsroom();
    const found = await sources.articles.find(['c', 'nope', 'a', 'c'], select(['title']), call);
    expect(found).toEqual([
      { id: 'a', title: 'Alpha' },
      { id: 'c', title: 'Gamma' },
    ]);
    expect(statements).toHaveLength(1);
    // Without ids, the same statement runs, so that its time does not tell an empty relationship from a hidden member.
    expect(await sources.articles.find([], select([]), call)).toEqual([]);
    expect(statements).toHaveLength(2);
  });

  test.each(['01', '1 ', ' 1', '1.0', '1e0', '+1', '0x1', '', '9007199254740993', '1; drop table person'])(
    'takes %j for no integer id',
    async (id) => {
      const { sources } = openNewsroom();
      expect(await sources.people.find([id], select([]), call)).toEqual([]);
      expect(await sources.people.find([id, '2'], select(['name']), call)).toEqual([{ id: 2, name: 'Bo' }]);
    },
  );

  test.each(["' or 1=1 --", 'a" or "1"="1', "a'; drop table article; --", 'a\0b', '%', '__proto__'])(
    'takes %j for an id like any other',
    async (id) => {
      const { database, sources } = openNewsroom();
      expect(await sources.articles.find([id], select([]), call)).toEqual([]);
      database.prepare("insert into article (id, headline) values (?, 'odd')").run(id);
      expect(await sources.articles.find([id], select(['title']), call)).toEqual([{ id, title: 'odd' }]);
    },
  );
});
