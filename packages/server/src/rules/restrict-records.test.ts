/** Linkage in records, with meta and with loaded records, for users who cannot read all members. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

const api = defineApi({
  books: {
    attributes: {
      title: z.string(),
      // Reads linkage although it does not declare that it needs it.
      seen: attribute(z.string(), { needs: ['title'], compute: (record) => typeof Reflect.get(record, 'author') }),
    },
    relationships: {
      author: toOne('people'),
      readers: toMany('people'),
      about: toOne(['people', 'books']),
      mentions: toMany(['people', 'books']),
    },
  },
  people: { attributes: { name: z.string() }, relationships: { friends: toMany('people'), owns: toMany('books') } },
});

const people = [
  { id: '7', name: 'Ada', friends: ['8'] },
  { id: '8', name: 'Bo', friends: ['7', '8'] },
];
const person = (id: string, since: number) => ({ type: 'people', id, meta: { since } });
const linkage = {
  author: person('8', 1),
  readers: [person('7', 2), person('8', 3)],
  about: person('8', 4),
  mentions: [{ type: 'books', id: '8' }, person('8', 5), person('7', 6)],
};

/** A book with other linkage, and what the response contains. */
async function read(access: AccessRules<typeof api>, book: object, url = '/books/1', loadsIncludes = true) {
  const calls: string[] = [];
  const findIn =
    (type: string, records: readonly { readonly id: string }[]): Required<DataSource>['find'] =>
    (ids) => {
      calls.push(`${type} ${ids.join()}`);
      return records.filter(({ id }) => ids.includes(id));
    };
  const eight: { readonly id: string } = Object.freeze({ id: '8', title: 'Eight' });
  const sources = {
    books: {
      find: findIn('books', [Object.assign({ id: '1', title: 'One' }, book), eight]),
      loadsIncludes,
      version: 'title',
    },
    people: { find: findIn('people', people) },
  };
  const server = createServer(api, sources as never, {
    defaultAccess: 'allow',
    access,
    onError: (error) => calls.push(String(error)),
  });
  const { document } = await send(server, `GET ${url}`);
  return { document, calls: calls.filter((call) => call !== 'books 1') };
}

const ada: AccessRules<typeof api> = { people: { read: () => [{ field: 'id', values: ['7'] }] } };
const none: AccessRules<typeof api> = { people: { read: () => false } };
const all: AccessRules<typeof api> = { people: { read: () => true } };

describe('linkage in a record', () => {
  test.each<[string, AccessRules<typeof api>, object]>([
    ['visible members keep their meta', all, linkage],
    [
      'hidden members are absent, and so is their meta',
      ada,
      { author: null, readers: [person('7', 2)], about: null, mentions: [{ type: 'books', id: '8' }, person('7', 6)] },
    ],
    ['a hidden type', none, { author: null, readers: [], about: null, mentions: [{ type: 'books', id: '8' }] }],
  ])('%s', async (_, access, shown) => {
    const { document } = await read(access, linkage);
    expect(Object.keys(document.data.relationships)).toEqual(Object.keys(shown));
    for (const [name, data] of Object.entries(shown)) expect(document.data.relationships[name].data).toEqual(data);
  });

  test('ids are linkage as well', async () => {
    const { document } = await read(ada, { author: '7', readers: ['8', '7'], about: null, mentions: [] });
    const { author, readers } = document.data.relationships;
    expect([author.data, ...readers.data]).toEqual([
      { type: 'people', id: '7' },
      { type: 'people', id: '7' },
    ]);
  });

  test('one call for each type, for what the response contains', async () => {
    expect((await read(ada, linkage)).calls).toEqual(['people 8,7']);
    expect((await read(ada, linkage, '/books/1?fields[books]=author')).calls).toEqual(['people 8']);
    expect((await read(ada, linkage, '/books/1?fields[books]=title')).calls).toEqual([]);
    expect((await read(all, linkage)).calls).toEqual([]);
    expect((await read(none, linkage)).calls).toEqual([]);
  });

  test('linkage that is not requested is not checked: it can be anything', async () => {
    const { document, calls } = await read(ada, { author: ['not to-one'] }, '/books/1?fields[books]=title');
    expect([document.data.relationships, calls]).toEqual([undefined, []]);
  });
});

test('linkage that is not requested is not part of the record', async () => {
  for (const access of [ada, all, { books: { read: () => true } }]) {
    const { document } = await read(access, { author: people[1] }, '/books/1?fields[books]=seen');
    expect(document.data.attributes).toEqual({ seen: 'undefined' });
  }
});

describe('records in place of linkage', () => {
  const [bo, adaWithBo] = [people[1], { id: '7', name: 'Ada', friends: ['8'] }];
  const include = '/books/1?include=author,readers';

  test('a record that the source loaded is used if the user can read all of its type', async () => {
    const { document, calls } = await read(all, { author: bo, readers: [adaWithBo, bo] }, include);
    expect([identities(document.included), calls]).toEqual([['people 8', 'people 7'], []]);
  });

  test('otherwise, it is read from its own source', async () => {
    const { document, calls } = await read(ada, { author: bo, readers: [adaWithBo, bo] }, include);
    expect(identities(document.included)).toEqual(['people 7']);
    expect(document.included[0].relationships.friends.data).toEqual([]);
    expect(calls).toContain('people 7');
    expect(JSON.stringify(document)).not.toContain('Bo');
  });

  test('a record that was not requested adds nothing', async () => {
    const { document } = await read(ada, { author: adaWithBo, readers: [bo, adaWithBo] });
    const { author, readers } = document.data.relationships;
    expect([author.data, readers.data]).toEqual([{ type: 'people', id: '7' }, [{ type: 'people', id: '7' }]]);
    expect(document.included).toBeUndefined();
  });

  test('a record of a source that does not load related records is read from its own source', async () => {
    const books: AccessRules<typeof api> = { books: { read: () => [{ field: 'id', values: ['1'] }] } };
    for (const access of [books, { ...books, ...all }]) {
      const author = { id: '7', name: 'Unchecked', friends: [], owns: ['1', '8'] };
      const { document, calls } = await read(access, { author, readers: [] }, include, false);
      expect(document.included[0].attributes).toEqual({ name: 'Ada' });
      expect(calls).toContain('people 7');
    }
  });

  test('a source that loads ids for an included relationship: their records are read', async () => {
    const { document, calls } = await read(all, { author: '8', readers: ['7', '8'] }, include);
    expect([identities(document.included), calls]).toEqual([['people 8', 'people 7'], ['people 8,7']]);
  });

  test('the linkage of loaded records contains only visible members', async () => {
    const books: AccessRules<typeof api> = { books: { read: () => [{ field: 'id', values: ['1'] }] } };
    const author = { ...bo, friends: [adaWithBo], owns: ['1', '8'] };
    const { document } = await read({ ...books, ...all }, { author, readers: [] }, include);
    const { friends, owns } = document.included[0].relationships;
    expect([friends.data, owns.data]).toEqual([[{ type: 'people', id: '7' }], [{ type: 'books', id: '1' }]]);
  });
});
