/** Lists of operations take a bounded number of statements, with `begin` and `commit`, on every database. */
import { atomicOperations, createServer, idempotencyKeys } from '@linkage/server';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operate } from '../../../server/test/atomic-request.ts';
import { api, optionsOf } from '../../../server/test/transcripts/blog-world.ts';
import { identifier } from '../../../server/test/transcripts/requests.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { createSources, tables } from '../test/transcripts/blog-sources.ts';
import { useDatabase } from '../test/use-database.ts';
import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createOutboxTable,
  readDatabaseSchema,
} from './index.ts';

const COUNT = 100;
const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
const rows = `
  delete from outbox; delete from idempotency_key; delete from article; delete from person;
  insert into person (id, name) values ${numbers.map((it) => `('${it}', 'name ${it}')`).join(', ')};
  insert into article (id, author_id) values ${numbers.map((it) => `('${it}', '1')`).join(', ')};`;
const author = (index: number) => ({ author: { data: identifier('people', String((index % 2) + 1)) } });
const adds = numbers.map((it) => ({
  op: 'add',
  data: { type: 'articles', attributes: { title: `new ${it}` }, relationships: author(it) },
}));
const updates = numbers.map((it) => ({
  op: 'update',
  data: { type: 'articles', id: String(it), attributes: { title: `changed ${it}`, words: it } },
}));
const links = numbers.map((it) => ({
  op: 'update',
  data: { type: 'articles', id: String(it), attributes: {}, relationships: author(it) },
}));

interface Input {
  readonly attributes: object;
  readonly relationships: { readonly author?: { readonly id: string } };
}

/** Hooks that declare that they only read. */
const hook = {
  onlyReads: true,
  before: ({ input }: { readonly input: Pick<Input, 'attributes'> }) => ({
    ...input,
    attributes: { ...input.attributes, status: 'shown' },
  }),
  after: () => undefined,
};

/** Hooks that also read another resource: the author. */
const reading = {
  onlyReads: true,
  async before({
    input,
    find,
  }: {
    readonly input: Input;
    readonly find: (type: string, id: string) => Promise<object>;
  }) {
    const { author } = input.relationships;
    if (author) expect(await find('people', author.id)).toMatchObject({ id: author.id, name: `name ${author.id}` });
    return hook.before({ input });
  },
};

type Expected = readonly [adds: number, updates: number, links: number];
/** The statements of 100 operations over SQLite. */
const counts: readonly (readonly [setting: 'open' | 'rules', extra: string, expected: Expected])[] = [
  ['open', '', [3, 3, 3]],
  ['rules', '', [5, 5, 5]],
  ['open', 'outbox', [5, 4, 6]],
  ['rules', 'outbox', [7, 6, 8]],
  ['open', 'keys', [7, 7, 8]],
  ['rules', 'keys', [8, 8, 8]],
  ['open', 'outbox, keys', [9, 8, 11]],
  ['open', 'hooks', [4, 4, 5]],
  ['rules', 'hooks', [5, 6, 6]],
  ['open', 'hooks, outbox, keys', [9, 8, 11]],
  ['open', 'reading hooks', [5, 4, 6]],
  ['rules', 'reading hooks', [5, 6, 6]],
  ['open', 'reading hooks, outbox, keys', [10, 8, 12]],
];

/** What each database needs beside that: the number of statements of each list, and the settings in which they run. */
const others: Readonly<Record<DatabaseName, readonly (readonly [of: RegExp, more: Expected, why: string])[]>> = {
  SQLite: [],
  PostgreSQL: [[/outbox/, [0, 0, 1], 'locks the rows whose links change, because transactions overlap']],
  MariaDB: [
    [/^/, [1, 1, 1], 'sets the isolation level'],
    [/^/, [1, 1, 1], 'reads the rows that it has written, because its writes do not return them'],
    [
      /^open (?:outbox)?$/,
      [1, 0, 2],
      'looks for linked resources first, because different strings of an id can be equal',
    ],
    [/keys/, [1, 1, 1], 'reads the stored key, because its insert does not return it'],
    [/outbox/, [0, 0, 1], 'locks the rows whose links change, because transactions overlap'],
  ],
  PGlite: [[/^/, [-2, -2, -2], 'begins and ends transactions without a statement of ours']],
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'lists', () => {
    const statements: string[] = [];
    const database = useDatabase(open, tables, statements);
    beforeAll(async () => {
      await createOutboxTable(database.db);
      await createIdempotencyTable(database.db);
    });
    beforeEach(() => database.exec(rows));
    const countOf = async (setting: 'open' | 'rules', extra: string, operations: readonly object[]) => {
      await database.exec(rows);
      const databaseSchema = await readDatabaseSchema(database.db);
      const sources = createSources(
        database.db,
        extra.includes('outbox') ? { databaseSchema, outbox: 'outbox' } : { databaseSchema },
      );
      const hooks = extra.includes('reading') ? reading : hook;
      const keys = { keys: idempotencyKeys({ store: createKyselyIdempotencyStore(database.db) }), user: () => 'me' };
      const server = createServer(
        api,
        sources as never,
        {
          ...optionsOf(setting, [...api.types.keys()]),
          extensions: [atomicOperations({ limit: COUNT })],
          ...(extra.includes('hooks') ? { hooks: { articles: { create: hooks, update: hooks } } } : {}),
          ...(extra.includes('keys') ? { idempotency: keys } : {}),
        } as never,
      );
      statements.length = 0;
      const headers: Record<string, string> = extra.includes('keys') ? { 'idempotency-key': '"0123456789abcdef"' } : {};
      const { status, results } = await operate(server, operations, headers);
      expect([status, results.length]).toEqual([200, COUNT]);
      const found = statements.length;
      const stored = await sources['articles']?.find?.(
        ['7'],
        { attributes: new Set(['title', 'words']), relationships: new Set(['author']) },
        { context: undefined, signal: new AbortController().signal },
      );
      return { found, results, stored: stored?.at(0) };
    };

    test.each(counts)('100 adds, 100 updates, and 100 updates of links: %s %s', async (setting, extra, expected) => {
      const found: number[] = [];
      for (const operations of [adds, updates, links]) found.push((await countOf(setting, extra, operations)).found);
      const more = others[name].filter(([of]) => of.test(`${setting} ${extra}`)).map(([, it]) => it);
      const all = expected.map((count, index) => more.reduce((sum, it) => sum + (it[index] as number), count));
      expect(found).toEqual(all);
    });

    test('an operation that fails has the error that it has alone, and nothing is written', async () => {
      const sources = createSources(database.db, { databaseSchema: await readDatabaseSchema(database.db) });
      const options = { ...optionsOf('open', [...api.types.keys()]), extensions: [atomicOperations({ limit: COUNT })] };
      const server = createServer(api, sources as never, options as never);
      const unknown = { author: { data: identifier('people', 'none') } };
      for (const [list, index] of [
        [adds, 2],
        [links, 7],
      ] as const) {
        const failing = list.map((it, at) =>
          at < index ? it : { ...it, data: { ...it.data, relationships: unknown } },
        );
        const { status, problems } = await operate(server, failing);
        const place = `/atomic:operations/${index}/data/relationships/author/data`;
        expect([status, problems]).toEqual([404, [`RELATED_RESOURCE_NOT_FOUND ${place}`]]);
      }
      const missing = [updates[0], { ...updates[1], data: { ...updates[1]?.data, id: 'none' } }, updates[2]];
      const { status, problems } = await operate(server, missing);
      expect([status, problems]).toEqual([404, ['NOT_FOUND /atomic:operations/1/data']]);
      const { body } = await server.handle({ method: 'GET', url: '/articles?sort=id', headers: {} });
      const { data } = JSON.parse(String(body));
      expect(data.map((it: { readonly attributes: object }) => it.attributes)).not.toContainEqual(
        expect.objectContaining({ title: expect.stringMatching(/^(?:new|changed)/) }),
      );
    });

    test('each resource has its own values', async () => {
      const changed = await countOf('open', '', updates);
      expect(changed.stored).toMatchObject({ title: 'changed 7', words: 7, author: '1' });
      expect(changed.results.map(({ data }) => data.attributes.title)).toEqual(numbers.map((it) => `changed ${it}`));
      const linked = await countOf('rules', 'outbox', links);
      expect(linked.stored).toMatchObject({ title: '', author: '2' });
      expect(linked.results.map(({ data }) => data.relationships.author.data?.id)).toEqual(
        numbers.map((it) => String((it % 2) + 1)),
      );
    });
  });
});
