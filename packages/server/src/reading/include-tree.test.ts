import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

const named = { attributes: { name: z.string() } };
const api = defineApi({
  books: {
    attributes: { name: z.string(), revision: z.number() },
    relationships: { author: toOne('people'), reviews: toMany('reviews'), about: toOne(['people', 'reviews']) },
  },
  people: { ...named, relationships: { employer: toOne('people'), reviews: toMany('reviews') } },
  reviews: { ...named, relationships: { by: toOne('people') } },
});

const people: AnyDocument = {
  7: { id: 7, name: 'Ada', employer: 8, reviews: [1] },
  8: { id: 8, name: 'Bo', employer: null, reviews: [] },
};
const reviews: AnyDocument = { 1: { id: 1, name: 'good', by: 7 }, 2: { id: 2, name: 'hidden', by: 8 } };
const book = { id: 1, name: 'One', revision: 3, author: 7, about: { type: 'people', id: '8' } };

/** The related records of a selection, loaded at once. With `greedy`, of every relationship, whatever was requested. */
function eager(record: AnyDocument, include: AnyDocument, greedy: boolean): AnyDocument {
  const loaded: AnyDocument = { ...record };
  const follow = (name: string, load: (sub: AnyDocument) => unknown) => {
    if (greedy || include?.get(name) !== undefined) loaded[name] = load(include?.get(name)?.include);
  };
  const personOf = (id: number | null) => (sub: AnyDocument) => (id === null ? null : eager(people[id], sub, false));
  if ('revision' in record) {
    follow('author', (sub) => ({ ...personOf(7)(sub), ...(greedy ? { reviews: [1, 2] } : {}) }));
    follow('reviews', (sub) => [1, 2].map((id) => eager(reviews[id], sub, false)));
  } else if ('employer' in record) follow('employer', personOf(record['employer']));
  else if ('by' in record) follow('by', personOf(record['by']));
  return loaded;
}

/** A server over sources that load related records at once, and the calls that they received. */
function serve(
  options: Partial<ServerOptions<typeof api>> = {},
  source: AnyDocument = {},
  greedy = false,
  others: AnyDocument = {},
) {
  const calls: string[] = [];
  const selections: AnyDocument[] = [];
  const note = (call: string, selection: AnyDocument) => {
    calls.push(call);
    selections.push(selection);
  };
  const findIn = (type: string, records: AnyDocument) => (ids: readonly string[], selection: AnyDocument) => {
    note(`${type}.find ${ids.toSorted()}`, selection);
    return ids.flatMap((id) => records[id] ?? []).map((it) => eager(it, selection.include, greedy));
  };
  const related = (name: string, ids: readonly string[], query: AnyDocument) => {
    note(`books.related ${name}`, query.selection);
    const members = [1, 2].map((id) => eager(reviews[id], query.selection.include, false));
    return new Map(ids.map((id) => [id, { records: members.slice(0, query.atMost) }]));
  };
  const books = {
    loadsIncludes: true,
    version: 'revision',
    list: (query: AnyDocument) => {
      note('books.list', query.selection);
      return { records: [eager(book, query.selection.include, greedy)] };
    },
    find: findIn('books', { 1: book }),
    related,
    ...source,
  };
  const sources: AnyDocument = {
    books,
    people: { find: findIn('people', people) },
    reviews: { find: findIn('reviews', reviews) },
    ...others,
  };
  return { server: createServer(api, sources, options as AnyDocument), calls, selections };
}

describe('a source that loads related records at once', () => {
  test.each([
    ['/books?include=author', 'books.list', ['people 7']],
    ['/books?include=author.employer,reviews.by', 'books.list', ['people 7', 'reviews 1', 'reviews 2', 'people 8']],
    ['/books/1?include=author.employer', 'books.find 1', ['people 7', 'people 8']],
    ['/books/1/reviews?include=by', 'books.find 1,books.related reviews', ['people 7', 'people 8']],
    ['/books?include=about', 'books.list,people.find 8', ['people 8']],
  ])('GET %s', async (url, expected, included) => {
    const { server, calls } = serve();
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, calls.join()]).toEqual([200, expected]);
    expect(identities(document.included).toSorted()).toEqual(included.toSorted());
  });

  test('receives all paths that begin with the same relationship', async () => {
    const { server, selections } = serve();
    await send(server, 'GET /books?include=author.employer,author.reviews,author');
    expect([...selections[0].include.get('author').include.keys()].toSorted()).toEqual(['employer', 'reviews']);
  });

  test('receives the fields of each related type, and how many members it needs', async () => {
    const { server, selections } = serve({ limits: { includedLinkage: 50 } });
    await send(server, 'GET /books?include=author.employer,reviews&fields[people]=name&fields[reviews]=');
    const employer = { attributes: new Set(['name']), relationships: new Set(['employer']), atMost: 1 };
    expect(selections[0].include.get('author')).toEqual({ ...employer, include: new Map([['employer', employer]]) });
    expect(selections[0].include.get('reviews')).toEqual({
      attributes: new Set(),
      relationships: new Set(),
      atMost: 51,
    });
  });

  test.each([
    ['without the statement', '/books?include=author', { loadsIncludes: undefined }, {}],
    ['for the hash of a record', '/books/1?include=author', { version: undefined }, {}],
    ['for a relationship with several target types', '/books?include=about', {}, {}],
    [
      'for a relationship whose page the response shows',
      '/books?include=reviews',
      {},
      { pagination: { types: { reviews: { includedSize: 1 } } } },
    ],
    ['without include', '/books', {}, {}],
    ['for members, without the statement', '/books/1/reviews?include=by', { loadsIncludes: undefined }, {}],
  ])('receives nothing %s', async (_, url, source, options) => {
    const { server, selections } = serve(options, source);
    expect((await send(server, `GET ${url}`)).status).toBe(200);
    expect(selections.filter(({ include }) => include !== undefined)).toEqual([]);
  });

  test.each(['revision', undefined])(
    'a tag of a response with included resources allows a write (version: %s)',
    async (version) => {
      const { server } = serve({}, { version, update: () => book });
      for (const query of ['', '?include=reviews', '?include=author.employer,reviews.by']) {
        const { headers } = await server.handle({ method: 'GET', url: `/books/1${query}`, headers: {} });
        const body = JSON.stringify({ data: { type: 'books', id: '1', attributes: { name: 'New' } } });
        const conditions = { 'content-type': 'application/vnd.api+json', 'if-match': headers['ETag'] ?? '' };
        expect((await server.handle({ method: 'PATCH', url: '/books/1', headers: conditions, body })).status).toBe(200);
      }
    },
  );

  test('receives to-one relationships, even if responses show pages of to-many relationships', async () => {
    const { server, selections } = serve({ pagination: { includedSize: 1 } });
    expect((await send(server, 'GET /books?include=author.employer,reviews')).status).toBe(200);
    expect([...selections[0].include.keys()]).toEqual(['author']);
    expect([...selections[0].include.get('author').include.keys()]).toEqual(['employer']);
  });

  test('receives no paths behind members of several types', async () => {
    const asked: AnyDocument[] = [];
    const related = (_: string, ids: readonly string[], query: AnyDocument) => {
      asked.push(query.selection);
      return new Map(ids.map((id) => [id, { type: 'people', id: '7' }]));
    };
    const { server } = serve({}, { related, find: () => [{ ...book, about: undefined }] });
    const { status, document } = await send(server, 'GET /books/1/about?include=employer');
    expect([status, identities(document.included)]).toEqual([200, ['people 8']]);
    expect(asked.map(({ include }) => include)).toEqual([undefined]);
  });

  test.each([
    ['one relationship reaches them', '/books?include=author.employer', ['people.find 7'], ['employer']],
    ['several relationships reach them', '/books?include=author.employer,about.reviews', ['people.find 7,8'], []],
    ['nothing follows', '/books?include=author', ['people.find 7'], []],
  ])('receives the paths behind resources that it finds by id: %s', async (_, url, found, names) => {
    const asked: [string, AnyDocument][] = [];
    const find = (ids: readonly string[], selection: AnyDocument) => {
      asked.push([`people.find ${ids.toSorted()}`, selection]);
      return ids.map((id) => eager(people[id], selection['include'], false));
    };
    const { server } = serve({}, { loadsIncludes: undefined }, false, { people: { loadsIncludes: true, find } });
    expect((await send(server, `GET ${url}`)).status).toBe(200);
    expect(asked.slice(0, 1).map(([call]) => call)).toEqual(found);
    expect([...(asked[0]?.[1]['include']?.keys() ?? [])]).toEqual(names);
  });

  test('more members than the limit are rejected with 400, so that a source can stop', async () => {
    const { server } = serve({ limits: { includedLinkage: 1 } });
    const { status, problems } = await send(server, 'GET /books?include=reviews');
    expect([status, ...problems]).toEqual([400, 'INCLUDED_TOO_MANY include']);
  });

  test('null and an empty array count as loaded', async () => {
    const empty = { ...book, author: null, reviews: [] };
    const { server, calls } = serve({}, { list: () => ({ records: [empty] }) });
    const { status, document } = await send(server, 'GET /books?include=author,reviews');
    expect([status, document.included, calls]).toEqual([200, [], []]);
  });
});

describe('with access rules', () => {
  const open = { read: () => true } as const;
  const first = { read: () => [{ field: 'id', values: ['1'] }] };
  const ask = async (access: AnyDocument, url: string, greedy: boolean) => {
    const { server, calls, selections } = serve({ defaultAccess: 'allow', access } as AnyDocument, {}, greedy);
    const { status, document } = await send(server, `GET ${url}`);
    return { status, document, calls, tree: selections[0]?.include };
  };

  test('records of a type that the user can read are used', async () => {
    const access = { books: open, people: open, reviews: open };
    const { calls, document } = await ask(access, '/books?include=author.employer,reviews', false);
    expect(calls).toEqual(['books.list']);
    expect(identities(document.included).toSorted()).toEqual(['people 7', 'people 8', 'reviews 1', 'reviews 2']);
  });

  test.each([false, true])(
    'a type with conditions is not in the tree, and its own source decides (greedy: %s)',
    async (greedy) => {
      const access = { books: open, people: open, reviews: first };
      const { tree, document, calls } = await ask(access, '/books?include=author,reviews', greedy);
      expect([...tree.keys()]).toEqual(['author']);
      expect(calls.slice(1).toSorted()).toContain(greedy ? 'reviews.find 1,2' : 'books.related reviews');
      expect(identities(document.included).toSorted()).toEqual(['people 7', 'reviews 1']);
      expect(identities(document.data[0].relationships.reviews.data)).toEqual(['reviews 1']);
      // The linkage in a record that was loaded at once obeys the rules as well.
      const [ada] = document.included.filter(({ type }: AnyDocument) => type === 'people');
      expect(identities(ada.relationships.reviews.data)).toEqual(['reviews 1']);
    },
  );

  test('a type behind a hidden type is not in the tree', async () => {
    const access = { books: open, people: first, reviews: open };
    const { tree, document } = await ask(access, '/books?include=reviews.by', false);
    expect([...tree.keys()]).toEqual(['reviews']);
    expect(tree.get('reviews')?.include).toBeUndefined();
    expect(identities(document.included)).toEqual(['reviews 1', 'reviews 2']);
  });

  test('fields that the user cannot read are not selected and not shown', async () => {
    const access = { books: open, people: { ...open, fields: () => ['employer'] }, reviews: open };
    const { tree, document } = await ask(access, '/books?include=author', true);
    expect([...tree.get('author').attributes]).toEqual([]);
    expect(document.included[0]).not.toHaveProperty('attributes');
    expect(Object.keys(document.included[0].relationships)).toEqual(['employer']);
    expect((await ask(access, '/books?include=author.reviews', true)).status).toBe(400);
  });
});
