import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cursorStrategy } from '../cursor-pagination.ts';
import { readPage } from '../pagination/read-page.ts';
import { parseQuery } from '../query/parse-query.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { type SelectOptions, selectRecords } from './select-records.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  songs: {
    attributes: { title: attribute(z.string(), on), plays: attribute(z.int().nullable(), on) },
    relationships: { singer: toOne('people', on), tags: toMany('tags', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on) } },
  tags: { attributes: { word: attribute(z.string(), on) } },
});
const [ann, bob] = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bob' },
];
const [loud, calm] = [
  { id: 1, word: 'loud' },
  { id: 2, word: 'calm' },
];
/** Rows in their own shape: numbers as ids, nested records, and identifiers. */
const songs = [
  { id: 1, title: 'b', plays: 5, singer: ann, tags: [loud, calm] },
  { id: 2, title: 'a', plays: null, singer: null, tags: [] },
  { id: 3, title: 'b', plays: 2, singer: bob, tags: [calm] },
  { id: 10, title: 'c', plays: 5, singer: ann, tags: [loud] },
];

const idsOf = (search: string, rows: readonly { readonly id: number }[] = songs, options: SelectOptions = {}) =>
  selectRecords(api, 'songs', rows, parseQuery(api, 'songs', search), options).records.map(({ id }) => id);

test.each<readonly [string, string, readonly number[]]>([
  ['nothing', '', [1, 2, 3, 10]],
  ['FLT an attribute', 'filter[title]=b', [1, 3]],
  ['an operator', 'filter[plays][ge]=3', [1, 10]],
  ['a to-one relationship by id', 'filter[singer]=1', [1, 10]],
  ['a to-many relationship by id', 'filter[tags]=2', [1, 3]],
  ['a path to one', 'filter[singer.name]=Bob', [3]],
  ['a path to many: any of them', 'filter[tags.word]=calm', [1, 3]],
  ['several conditions', 'filter[tags.word]=calm&filter[plays]=2', [3]],
  ['SRT-03 two fields in two directions', 'sort=-title,plays', [10, 3, 1, 2]],
  ['null first', 'sort=plays', [2, 3, 1, 10]],
  ['null last in descending order, and equal ones reversed', 'sort=-plays', [10, 1, 3, 2]],
  ['a path of to-one relationships, without a related resource first', 'sort=singer.name', [2, 1, 10, 3]],
  ['ids as numbers', 'sort=-id', [10, 3, 2, 1]],
  ['an id that is a number', 'filter[id][in]=3,10', [3, 10]],
])('selects by %s', (_, search, ids) => {
  expect(idsOf(search)).toEqual(ids);
});

test.each<readonly [nulls: 'first' | 'last', search: string, ids: readonly number[]]>([
  ['last', 'sort=at', [3, 1, 2, 4]],
  ['last', 'sort=-at', [1, 3, 4, 2]],
  ['first', 'sort=at', [2, 4, 3, 1]],
  ['first', 'sort=-at', [4, 2, 1, 3]],
  ['last', 'sort=next.at', [2, 1, 3, 4]],
  ['last', 'sort=-next.at', [2, 4, 3, 1]],
])('null is %s: %s', (nulls, search, ids) => {
  const ordered = defineApi({
    tasks: {
      attributes: { at: attribute(z.number().nullable(), { sort: true, nulls }) },
      relationships: { next: toOne('tasks', { sort: true }) },
    },
  });
  const first = { id: 1, at: 2, next: null };
  const rows = [first, { id: 2, at: null, next: first }, { id: 3, at: 1, next: null }, { id: 4, at: null, next: null }];
  const query = parseQuery(ordered, 'tasks', search);
  expect(selectRecords(ordered, 'tasks', rows, query).records.map(({ id }) => id)).toEqual(ids);
  const page = readPage({ query }, `/tasks?${search}`, { strategy: cursorStrategy({ key: 'x'.repeat(32) }) });
  expect(selectRecords(ordered, 'tasks', rows, query, { page: page.slice }).records.map(({ id }) => id)).toEqual(ids);
});

describe('related records', () => {
  const rows = songs.map(({ singer, tags: _, ...row }) => ({ ...row, singerId: singer?.id ?? null }));
  const related = (record: object, name: string) =>
    name === 'singer' ? ([ann, bob].find(({ id }) => id === (record as (typeof rows)[number]).singerId) ?? null) : [];

  test('come from the function that `serialize` has, too', () => {
    expect(idsOf('filter[singer.name]=Ann', rows, { related })).toEqual([1, 10]);
    expect(idsOf('filter[singer]=2&sort=singer.name', rows, { related })).toEqual([3]);
  });

  test.each<readonly [string, readonly { readonly id: number }[], RegExp]>([
    ['absent', rows, /relationship "singer" of a record of type "songs" is absent/],
    ['an id only', rows.map((row) => ({ ...row, singer: 7 })), /contains the id "7" only/],
    ['of another type', rows.map((row) => ({ ...row, singer: { type: 'tags', id: 1 } })), /must be/],
  ])('that are %s are a mistake of the application', (_, given, message) => {
    expect(() => idsOf('filter[singer.name]=Ann', given)).toThrow(message);
  });
});

test('an unknown option, and a field that the type does not have, are rejected', () => {
  expect(() => idsOf('', songs, { pages: 1 } as never)).toThrow(/selectRecords: .*pages/);
  const filter = [{ field: 'size', operator: 'eq', values: [1] }] as const;
  expect(() => selectRecords(api, 'songs', songs, { filter })).toThrow(/does not have a field "size"/);
});

describe('pages', () => {
  test.each<readonly [string, string, Parameters<typeof readPage>[2]]>([
    ['by number', '/songs?sort=-plays&page[size]=2&filter[title][ge]=a', {}],
    ['by cursor', '/songs?sort=-plays&page[size]=2', { strategy: cursorStrategy({ key: 'x'.repeat(32) }) }],
  ])('%s: a walk returns each record once, in order, and every page knows the total', (_, start, options) => {
    const met: number[] = [];
    let url: unknown = `${start}&page[total]=true`;
    while (typeof url === 'string') {
      const query = parseQuery(api, 'songs', url.split('?')[1] ?? '');
      const page = readPage({ query }, url, options);
      const { records, links, meta } = page.result(selectRecords(api, 'songs', songs, query, { page: page.slice }));
      met.push(...records.map(({ id }) => id));
      expect(meta).toEqual({ page: { total: 4 } });
      url = links.next;
    }
    expect(met).toEqual([10, 1, 3, 2]);
  });

  test('CUR-16 back from the last page by cursor', () => {
    const strategy = cursorStrategy({ key: 'x'.repeat(32) });
    const read = (url: string) => {
      const query = parseQuery(api, 'songs', url.split('?')[1] ?? '');
      const page = readPage({ query }, url, { strategy });
      return page.result(selectRecords(api, 'songs', songs, query, { page: page.slice }));
    };
    const { links } = read('/songs?sort=title&page[size]=3');
    const last = read(String(links.last));
    expect(last.records.map(({ id }) => id)).toEqual([1, 3, 10]);
    expect(read(String(last.links.prev)).records.map(({ id }) => id)).toEqual([2]);
  });
});

test.each<readonly [string, readonly number[]]>([
  ['filter[title]=b&sort=-id', [3, 1]],
  ['filter[id]=3', [3]],
  ['filter[singer.name]=Ann', [1]],
  ['filter[singer]=2', [3]],
  ['sort=-singer.name,title', [3, 1, 2]],
  ['sort=singer.id', [2, 1, 3]],
])('reads the members of rows that the declaration names: %s', (search, ids) => {
  const named = defineApi({
    songs: {
      id: 'song_id',
      attributes: { title: attribute(z.string(), { ...on, from: 'head' }) },
      relationships: { singer: toOne('people', { ...on, from: ['singer_row', 'singer_id'] }) },
    },
    people: { id: 'person_id', attributes: { name: attribute(z.string(), { ...on, from: 'full_name' }) } },
  });
  const rows = [
    { song_id: 1, id: 7, head: 'b', title: 'x', singer_row: { person_id: 1, full_name: 'Ann' } },
    { song_id: 2, id: 8, head: 'a', title: 'x', singer_id: null },
    { song_id: 3, id: 9, head: 'b', title: 'x', singer_row: { person_id: 2, full_name: 'Bob' } },
  ];
  const page = readPage({ query: parseQuery(named, 'songs', search) }, '/', {
    strategy: cursorStrategy({ key: 'x'.repeat(32) }),
  });
  for (const options of [{}, { page: page.slice }]) {
    const { records } = selectRecords(named, 'songs', rows, parseQuery(named, 'songs', search), options);
    expect(records.map((row) => row.song_id)).toEqual(ids);
  }
});
