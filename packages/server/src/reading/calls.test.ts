/** How often sources are asked: once for the primary data, once for each relationship of the include tree, whatever the number of resources. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, identities, recordCalls, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const named = { attributes: { name: attribute(z.string(), { sort: true }) } };
const api = defineApi({
  books: {
    ...named,
    relationships: { author: toOne('people'), editor: toOne('people'), reviews: toMany('reviews') },
  },
  people: { ...named, relationships: { books: toMany('books'), employer: toOne(['firms', 'people']) } },
  reviews: { ...named, relationships: { by: toOne('people'), about: toOne(['books', 'firms']) } },
  firms: { ...named, relationships: { shelf: toMany(['books', 'reviews']) } },
});

/** `count` of each type, tied to each other in every way. */
function sourcesOf(count: number, carried: 'carried' | 'not carried') {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const other = (id: number, step: number): number => ((id * step) % count) + 1;
  const memory = createMemorySources(api, {
    books: ids.map((id) => ({
      id,
      name: `b${id % 3}`,
      author: other(id, 2),
      editor: other(id, 3),
      reviews: [id, other(id, 5)],
    })),
    people: ids.map((id) => ({
      id,
      name: 'p',
      books: [id, other(id, 7)],
      employer: { type: id % 2 === 0 ? 'firms' : 'people', id: other(id, 2) },
    })),
    reviews: ids.map((id) => ({
      id,
      name: 'r',
      by: other(id, 4),
      about: { type: id % 2 === 0 ? 'firms' : 'books', id: other(id, 3) },
    })),
    firms: ids.map((id) => ({
      id,
      name: 'f',
      shelf: [
        { type: 'books', id },
        { type: 'reviews', id: other(id, 2) },
      ],
    })),
  }) as AnyDocument;
  if (carried === 'carried') return recordCalls(memory);
  // Records without their linkage, as SQL gives them: it comes from `related`.
  const bare = Object.entries(memory as Record<string, Required<DataSource>>).map(([type, source]) => {
    const withoutLinkage = (record: AnyDocument) => ({ id: record.id, name: record.name });
    const list: AnyDocument = async (query: AnyDocument, call: AnyDocument) => {
      const { records, ...page } = await source.list(query, call);
      return { ...page, records: records.map(withoutLinkage) };
    };
    const find: AnyDocument = async (...given: [AnyDocument, AnyDocument, AnyDocument]) =>
      (await source.find(...given)).map(withoutLinkage);
    return [type, { ...source, list, find }];
  });
  return recordCalls(Object.fromEntries(bare));
}

async function callsOf(count: number, url: string, carried: 'carried' | 'not carried' = 'carried') {
  const { sources, calls } = sourcesOf(count, carried);
  const server = createServer(api, sources as AnyDocument, { limits: { includeDepth: 4 } });
  const { status, document } = await send(server, `GET ${url}`);
  expect(status).toBe(200);
  return { calls: calls.map((call) => call.split(/ (?=\d)| of /)[0]), raw: calls, document };
}

/** The calls, and how many relationships the include tree has: one for each relationship of a type and each type it leads to. */
const cases: readonly (readonly [string, string, readonly string[], number])[] = [
  ['no include', '/books?page[size]=100', ['books.list'], 0],
  ['a total, which memory counts in the same call', '/books?page[size]=100&page[total]=true', ['books.list'], 0],
  ['one relationship', '/books?page[size]=100&include=reviews', ['books.list', 'reviews.find'], 1],
  ['two relationships to one type', '/books?page[size]=100&include=author,editor', ['books.list', 'people.find'], 2],
  [
    'a tree of depth three',
    '/books?page[size]=1&include=reviews.by.books,author',
    ['books.list', 'people.find', 'reviews.find', 'people.find', 'books.find'],
    4,
  ],
  [
    'polymorphic to-one: one call for each type',
    '/reviews?page[size]=100&include=about',
    ['reviews.list', 'firms.find', 'books.find'],
    2,
  ],
  [
    'polymorphic on the way, and to-many at the end',
    '/reviews?page[size]=100&include=about.shelf',
    ['reviews.list', 'firms.find', 'books.find', 'books.find'],
    4,
  ],
  [
    'a collection of several types',
    '/firms/1/shelf?include=by.books,author',
    ['firms.find', 'firms.related shelf', 'people.find', 'books.find'],
    4,
  ],
];

describe('sources in memory are asked', () => {
  test.each(cases)('%s: %s', async (_, url, expected) => {
    const { calls } = await callsOf(60, url);
    expect(calls.toSorted()).toEqual(expected.toSorted());
  });

  test.each(cases)('the number of calls is the same for 20 and for 80 resources: %s', async (_, url, __, batches) => {
    // Without carried linkage, memory tells identifiers in one call more for each relationship of a type.
    for (const [carried, most] of [['carried', 1 + batches] as const, ['not carried', 1 + 2 * batches] as const]) {
      const [few, many] = [await callsOf(20, url, carried), await callsOf(80, url, carried)];
      expect(many.calls).toEqual(few.calls);
      expect(many.calls.length).toBeLessThanOrEqual(most);
    }
  });
});

test('a resource reached by two paths is loaded once, and so is its linkage', async () => {
  const url = '/people?page[size]=100&include=books.author.books,employer.employer';
  const { raw, document } = await callsOf(40, url, 'not carried');
  for (const method of ['find', 'related books of', 'related author of', 'related employer of']) {
    for (const type of ['books', 'people', 'firms']) {
      const asked = raw
        .filter((call) => call.startsWith(`${type}.${method} `))
        .flatMap((call) => call.slice(`${type}.${method} `.length).split(','));
      expect(new Set(asked).size, `${type}.${method}`).toBe(asked.length);
    }
  }
  expect(new Set(identities(document.included)).size).toBe(document.included.length);
});
