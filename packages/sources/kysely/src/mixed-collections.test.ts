/** Collections of several types: one statement for their order on every database, and the same order merged over other sources. */
import { attribute, defineApi, defineCollection, toOne } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { createMemorySources, createServer, extendSource, type ServerOptions, type Sources } from '@linkage/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { type Answer, hrefOf, requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const attributes = {
  title: attribute(z.string(), { sort: true, filter: true }),
  at: attribute(z.int(), { sort: true, filter: true }),
  isOpen: attribute(z.boolean(), { filter: true }),
};
const api = defineApi({
  articles: { attributes, relationships: { author: toOne('people') } },
  comments: {
    attributes: { ...attributes, words: attribute(z.int(), { write: false }) },
    relationships: { author: toOne('people') },
  },
  notes: { attributes },
  people: { attributes: { name: z.string() } },
});
const types = ['articles', 'comments', 'notes'] as const;
const feed = defineCollection(api, 'feed', { types, sort: ['-at', 'title'], filter: ['title', 'at'] });
const strategy = cursorStrategy({ key: 'x'.repeat(32) });
const options = { collections: [feed], pagination: { collections: strategy } } satisfies ServerOptions;

const columns = 'title varchar(20) not null, at integer not null, is_open boolean not null';
const tables = `
  create table person (id integer primary key, name varchar(20) not null);
  create table article (id integer primary key, ${columns}, author_id integer references person (id));
  create table comment (id varchar(20) primary key, ${columns}, words integer not null, author_id integer references person (id));
  create table note (id integer primary key, ${columns});
`;
const owned = { attributes: { isOpen: 'is_open' }, relationships: { author: { column: 'author_id' } } } as const;
const mapping = {
  articles: { table: 'article', idType: 'integer', ...owned },
  comments: { table: 'comment', ...owned },
  notes: { table: 'note', idType: 'integer', attributes: { isOpen: 'is_open' } },
  people: { table: 'person', idType: 'integer' },
} as const;

interface Row {
  readonly type: (typeof types)[number];
  readonly at: number;
  readonly title: string;
  readonly isOpen: boolean;
}
type Identified = Row & { readonly id: string };

const row = fc.record<Row>({
  type: fc.constantFrom(...types),
  at: fc.integer({ min: 0, max: 3 }),
  title: fc.constantFrom('a', 'b', 'c'),
  isOpen: fc.boolean(),
});
/** Numbers the rows of each type from 1, so that ids of several types are equal. */
function identified(rows: readonly Row[]): readonly Identified[] {
  const counts = new Map<string, number>();
  return rows.map((it) => {
    const id = (counts.get(it.type) ?? 0) + 1;
    counts.set(it.type, id);
    return { ...it, id: String(id) };
  });
}

/** The order of the collection: the field, the types in their order, and the id in the direction of the field. */
function inOrder(rows: readonly Identified[], field: 'at' | 'title', descending: boolean): readonly string[] {
  const sign = descending ? -1 : 1;
  const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = rows.toSorted(
    (a, b) =>
      sign * compare(a[field], b[field]) ||
      types.indexOf(a.type) - types.indexOf(b.type) ||
      sign * compare(Number(a.id), Number(b.id)),
  );
  return sorted.map(({ type, id }) => `${type} ${id}`);
}

const namesOf = ({ document }: Answer): readonly string[] =>
  document.data.map(({ type, id }: { readonly type: string; readonly id: string }) => `${type} ${id}`);

/** Follows a link of each page to its end. Returns the pages. */
async function walk(send: ReturnType<typeof requestsTo>, url: string, link: 'next' | 'prev') {
  const pages: Answer[] = [];
  for (let at: string | null = url; at !== null && pages.length < 60; ) {
    const answer: Answer = await send(`GET ${at}`);
    expect(answer.status).toBe(200);
    pages.push(answer);
    at = hrefOf(answer.document.links[link]);
  }
  return pages;
}

function memorySources(rows: readonly Identified[]): Sources<typeof api> {
  const of = (type: string) =>
    rows
      .filter((it) => it.type === type)
      .map(({ type: _, ...it }) => (type === 'notes' ? it : { ...it, author: null }))
      .map((it) => (type === 'comments' ? { ...it, words: 1 } : it));
  return createMemorySources(api, {
    articles: of('articles') as never,
    comments: of('comments') as never,
    notes: of('notes') as never,
    people: [],
  });
}

/** Sources whose `list` is another function, which need not be that of the statement for all types. */
function merging(sources: Sources<typeof api>): Sources<typeof api> {
  const entries = Object.entries(sources).map(([type, source]) => {
    const list = (...given: readonly unknown[]) => (source.list as (...it: readonly unknown[]) => never)(...given);
    return [type, extendSource(source, { list } as never, { applies: ['list'] as never })];
  });
  return Object.fromEntries(entries) as never;
}

const isOpen = [{ field: 'isOpen', values: [true] }] as const;
const access = {
  articles: { read: () => isOpen },
  comments: { read: () => isOpen },
  notes: { read: () => true },
  people: { read: () => true },
} as const;

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'a collection of several types', () => {
    const statements: string[] = [];
    const used = useDatabase(open, tables, statements);
    const sourcesOf = () => createKyselySources(api, used.db, mapping as never) as unknown as Sources<typeof api>;
    const fill = async (rows: readonly Identified[]) => {
      const values = ({ id, title, at, isOpen: its }: Identified) => `'${id}', '${title}', ${at}, ${its}`;
      const of = (type: string, rest = '') =>
        rows.filter((it) => it.type === type).map((it) => `(${values(it)}${rest})`);
      const insert = (table: string, all: readonly string[]) =>
        all.length === 0 ? '' : `insert into ${table} values ${all.join(', ')};`;
      await used.exec(`delete from article; delete from comment; delete from note; delete from person;
        insert into person values (1, 'Ada');
        ${insert('article', of('articles', ', 1'))}
        ${insert('comment', of('comments', ', 7, 1'))}
        ${insert('note', of('notes'))}`);
    };

    test('merged and united, the order is the same, in both directions, also under rules', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { maxLength: 14 }),
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom('at', '-at', 'title', '-title'),
          fc.boolean(),
          async (given, size, sort, isRuled) => {
            const rows = identified(given);
            await fill(rows);
            const field = sort.replace('-', '') as 'at' | 'title';
            const seen = isRuled ? rows.filter((it) => it.type === 'notes' || it.isOpen) : rows;
            const expected = inOrder(seen, field, sort.startsWith('-'));
            for (const sources of [sourcesOf(), merging(sourcesOf()), memorySources(rows)]) {
              const failures: unknown[] = [];
              const onError = (error: unknown) => failures.push(error);
              const server = createServer(api, sources, { ...options, ...(isRuled ? { access } : {}), onError });
              const send = requestsTo(server);
              const pages = await walk(send, `/feed?sort=${sort}&page[size]=${size}&page[total]=true`, 'next');
              expect(failures).toEqual([]);
              expect(pages.flatMap(namesOf)).toEqual(expected);
              // Cursor pages are full, whatever the user cannot read.
              expect(pages.slice(0, -1).every((it) => namesOf(it).length === size)).toBe(true);
              expect(pages.map((it) => it.document.meta.page.total)).toEqual(pages.map(() => expected.length));
              const last = pages.at(-1) as Answer;
              const back = hrefOf(last.document.links.prev);
              if (back === null) continue;
              const before = await walk(send, back, 'prev');
              expect([...before.toReversed().flatMap(namesOf), ...namesOf(last)]).toEqual(expected);
              // A range between two cursors.
              const [from, to] = [expected[0], expected.at(-1)];
              const cursorOf = (name: string | undefined) => {
                const items = pages.flatMap((it) => it.document.data);
                return items.find((it: Answer['document']) => `${it.type} ${it.id}` === name).meta.page.cursor;
              };
              const query = `page[after]=${cursorOf(from)}&page[before]=${cursorOf(to)}`;
              expect(namesOf(await send(`GET /feed?sort=${sort}&${query}`))).toEqual(expected.slice(1, -1));
            }
          },
        ),
        { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 25) },
      );
    }, 120_000);

    test('two worlds that differ in hidden rows look the same, in cursors and totals, too', async () => {
      const pagesOf = async (rows: readonly Identified[], merged: boolean) => {
        await fill(rows);
        const sources = merged ? merging(sourcesOf()) : sourcesOf();
        const send = requestsTo(createServer(api, sources, { ...options, access }));
        const pages = await walk(send, '/feed?page[size]=2&page[total]=true&filter[at][le]=2', 'next');
        return pages.map(({ document }) => document);
      };
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.boolean(), async (given, merged) => {
          const rows = identified(given);
          const seen = rows.filter((it) => it.type === 'notes' || it.isOpen);
          expect(await pagesOf(rows, merged)).toEqual(await pagesOf(seen, merged));
        }),
        { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 15) },
      );
    }, 120_000);

    const world = identified([
      { type: 'articles', at: 5, title: 'Sun', isOpen: true },
      { type: 'comments', at: 4, title: 'moon', isOpen: false },
      { type: 'notes', at: 4, title: 'Sun', isOpen: true },
      { type: 'comments', at: 3, title: 'Sun', isOpen: true },
    ]);
    const serve = async (more: ServerOptions = {}, sources = sourcesOf()) => {
      await fill(world);
      statements.length = 0;
      return requestsTo(createServer(api, sources, { ...options, ...more } as never));
    };

    test('one statement reads the order of all types, and one the records of each', async () => {
      const send = await serve();
      const { document } = await send('GET /feed?include=author&fields[comments]=words');
      // The order, three types, and the authors.
      expect(statements).toHaveLength(5);
      expect(statements[0]).toMatch(/union all/);
      expect(document.data.map((it: { attributes: object }) => Object.keys(it.attributes).join())).toEqual([
        'title,at,isOpen',
        'words',
        'title,at,isOpen',
        'words',
      ]);
      expect(document.included.map((it: { id: string }) => it.id)).toEqual(['1']);
      expect(document.links).toMatchObject({ self: '/feed?include=author&fields%5Bcomments%5D=words', next: null });
      const merged = await serve({}, merging(sourcesOf()));
      const other = await merged('GET /feed?include=author&fields[comments]=words');
      // Only cursors differ.
      const shown = (them: readonly Answer['document'][]) => them.map(({ meta: _, ...it }) => it);
      expect(shown(other.document.data)).toEqual(shown(document.data));
      expect(other.document.included).toEqual(document.included);
      expect(statements).toHaveLength(4);
    });

    test('a row filter that depends on the user is part of the statement', async () => {
      const rowFilter = { words: ({ context }: { readonly context: unknown }) => context };
      const filtered = { ...mapping, comments: { ...mapping.comments, where: rowFilter } };
      const sources = createKyselySources(api, used.db, filtered as never) as unknown as Sources<typeof api>;
      const send = await serve({ context: () => 3 } as never, sources);
      expect(namesOf(await send('GET /feed?page[size]=2&page[total]=true'))).toEqual(['articles 1', 'notes 1']);
      expect(statements.at(0)).toMatch(/union all/);
    });

    test.each([
      ['/feed?filter[title]=Sun', 'articles 1,notes 1,comments 2'],
      ['/feed?filter[at][lt]=5&filter[title]=Sun', 'notes 1,comments 2'],
      ['/feed?filter=or(eq(at,5),eq(title,moon))', 'articles 1,comments 1'],
      ['/feed?filter[id]=1', 'articles 1,comments 1,notes 1'],
      ['/feed?filter[isOpen]=true', 'FILTER_NOT_SUPPORTED filter[isOpen]'],
      ['/feed?filter[author]=1', 'FILTER_NOT_SUPPORTED filter[author]'],
      ['/feed?sort=words', 'SORT_NOT_SUPPORTED sort'],
      ['/feed?sort=id', 'SORT_NOT_SUPPORTED sort'],
      ['/feed?sort=-at,title', 'SORT_NOT_SUPPORTED sort'],
      ['/feed?include=editor', 'RELATIONSHIP_PATH_UNKNOWN include'],
      ['/feed?page[after]=x', 'PAGE_INVALID page[after]'],
      ['/feed?page[number]=2', 'PAGE_INVALID page[number]'],
    ])('GET %s: %s', async (url, expected) => {
      for (const sources of [sourcesOf(), merging(sourcesOf()), memorySources(world)]) {
        const { document } = await (await serve({}, sources))(`GET ${url}`);
        const problems = document.errors?.map((it: Answer['document']) => `${it.code} ${it.source.parameter}`);
        expect((problems ?? namesOf({ document } as Answer)).join()).toBe(expected);
      }
    });

    test('rules hide rows, and an order that the user cannot read does not exist', async () => {
      const hidden = { ...access, comments: { read: () => false } } as const;
      expect(namesOf(await (await serve({ access: hidden } as never))('GET /feed'))).toEqual(['articles 1', 'notes 1']);
      const fields = (...names: readonly string[]) => ({ ...access, notes: { read: () => true, fields: () => names } });
      const send = await serve({ access: fields('title') } as never);
      const { document } = await send('GET /feed');
      // The default order is by a field that all types show.
      expect(document.links.self).toBe('/feed');
      expect(namesOf({ document } as Answer)).toEqual(['articles 1', 'comments 2', 'notes 1']);
      expect((await send('GET /feed?sort=at')).status).toBe(400);
      expect((await (await serve({ access: fields('isOpen') } as never))('GET /feed')).status).toBe(404);
    });
  });
});
