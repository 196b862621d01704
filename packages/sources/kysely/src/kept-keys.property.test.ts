/** Kept statements with ids of several columns, with foreign keys of several target types, and with members of several types. */

import { DatabaseSync } from 'node:sqlite';
import type { CollectionQuery, DataSource, SourceCall } from '@linkage/server';
import fc from 'fast-check';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresQueryCompiler,
} from 'kysely';
import { describe, expect, test } from 'vitest';
import { casesOf, someOf } from '../../../core/test/runs.ts';
import * as composite from '../test/composite-ids-world.ts';
import * as mixedWorld from '../test/polymorphic-members-world.ts';
import * as polymorphic from '../test/polymorphic-world.ts';
import { createNodeSqliteDialect } from './index.ts';

const call: SourceCall = { context: undefined, signal: new AbortController().signal };
const given = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const lineId = given('1~1', '1~2', '10~1', '2~1', '7~7', 'x', '1');
const plainId = given('1', '2', '9', 'a', 'b', 'c', '404');
const few = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { maxLength: 3 });

/** The sources of both worlds, by type. */
function sourcesOf(db: Kysely<never>): Readonly<Record<string, DataSource>> {
  return { ...composite.sourcesOf(db), ...polymorphic.sourcesOf(db) } as never;
}

/** Fields that a filter compares with ids, by type. */
const fields = {
  lines: { id: lineId, order: plainId, shipments: plainId, 'order.id': plainId, 'shipments.line': lineId },
  shipments: { line: lineId, 'line.id': lineId, 'line.order': plainId },
  orders: { lines: lineId, 'lines.shipments': plainId },
  comments: { subject: plainId, id: plainId },
  articles: { comments: plainId, 'comments.id': plainId, 'comments.subject': plainId },
  videos: { comments: plainId },
} as const;
const members = [
  ['lines', 'shipments', lineId],
  ['lines', 'order', lineId],
  ['orders', 'lines', plainId],
  ['shipments', 'line', plainId],
  ['comments', 'subject', plainId],
  ['articles', 'comments', plainId],
  ['videos', 'comments', plainId],
] as const;

type Ask = (sources: ReturnType<typeof sourcesOf>) => unknown;
const selectionOf = (type: string) => ({
  attributes: new Set<never>(),
  relationships: new Set(type === 'lines' ? ['order'] : []) as Set<never>,
});
const queryOf = (type: string, changes: Partial<CollectionQuery>): CollectionQuery => ({
  ...{ filter: [], sort: [], page: { offset: 0, limit: 5 }, selection: selectionOf(type), total: false },
  ...changes,
});

const list = given(...(Object.keys(fields) as (keyof typeof fields)[])).chain((type) => {
  const ofType: Readonly<Record<string, fc.Arbitrary<string>>> = fields[type];
  return given(...Object.keys(ofType)).chain((field) => {
    const ids = ofType[field] as fc.Arbitrary<string>;
    const term = few(ids).map((values) => ({ field, operator: 'eq', values }) as const);
    const position = type === 'lines' ? lineId.filter((it) => it.includes('~')) : undefined;
    const page =
      position === undefined
        ? given({ offset: 0, limit: 2 }, { offset: 1, limit: 2 })
        : position.map((after) => ({ offset: 0, limit: 2, positions: true, after: [after] }));
    return fc.array(
      fc.tuple(term, page).map(
        ([filter, slice]): Ask =>
          (sources) =>
            sources[type]?.list?.(queryOf(type, { filter: [filter], page: slice as never }), call),
      ),
      { minLength: 3, maxLength: 6 },
    );
  });
});
const find = fc.array(
  few(lineId).map(
    (ids): Ask =>
      (sources) =>
        sources['lines']?.find?.(ids, selectionOf('lines'), call),
  ),
  { minLength: 3, maxLength: 6 },
);
const related = given<(typeof members)[number]>(...members).chain(([type, name, id]) =>
  fc.array(
    fc.tuple(few(id as fc.Arbitrary<string>), given(undefined, { offset: 0, limit: 1 })).map(
      ([ids, pagePerParent]): Ask =>
        (sources) =>
          sources[type]?.related?.(name, ids, { atMost: 9, selection: selectionOf(''), pagePerParent }, call),
    ),
    { minLength: 3, maxLength: 6 },
  ),
);

const mixedId = given('1', '2', '3', '9', 'p', 'q', '404');
const mixedPages = given<object>(
  { atMost: 9 },
  { atMost: 2 },
  { atMost: 9, pagePerParent: { offset: 0, limit: 1 } },
  { atMost: 9, pagePerParent: { offset: 1, limit: 2 } },
  { atMost: 9, pagePerParent: { offset: 0, limit: 2, positions: true, before: [] } },
);
const mixedPage = given<object>(
  { offset: 0, limit: 3 },
  { offset: 1, limit: 2 },
  { offset: 0, limit: 2, positions: true },
  { offset: 0, limit: 2, positions: true, after: ['images', '1'] },
  { offset: 0, limit: 2, positions: true, before: ['videos', '2'] },
);
/** Members of several types, and the inverse of their join table. */
const mixed = given(
  ...([
    ['articles', 'attachments'],
    ['people', 'writings'],
    ['images', 'articles'],
    ['videos', 'articles'],
  ] as const),
).chain(([type, name]) => {
  const query = { selection: selectionOf(''), filter: [], sort: [] };
  const many = fc.tuple(few(mixedId), mixedPages).map(([ids, pages]): Ask => {
    return (sources) => sources[type]?.related?.(name, ids, { ...query, ...pages } as never, call);
  });
  const one = fc.tuple(mixedId, mixedPage, fc.boolean()).map(([id, page, total]): Ask => {
    return (sources) => sources[type]?.related?.(name, [id], { ...query, page, total } as never, call);
  });
  const filtered = few(mixedId).map((values): Ask => {
    const filter = [{ field: name, operator: 'eq', values } as const];
    return (sources) => sources[type]?.list?.(queryOf(type, { filter }), call);
  });
  return fc.array(fc.oneof(many, one, filtered), { minLength: 3, maxLength: 6 });
});

/** The sources of a world with its calls. */
interface KeptWorld {
  readonly tables: string;
  readonly sourcesOf: (db: Kysely<never>) => Readonly<Record<string, DataSource>>;
  readonly calls: fc.Arbitrary<readonly Ask[]>;
}
const worlds: readonly (readonly [string, KeptWorld])[] = [
  [
    'ids of several columns and foreign keys of several types',
    {
      tables: [composite, polymorphic].map(({ tables, rows }) => tables + rows).join(''),
      sourcesOf,
      calls: fc.oneof(list, find, related),
    },
  ],
  [
    'members of several types',
    { tables: mixedWorld.tables + mixedWorld.rows, sourcesOf: (db) => mixedWorld.sourcesOf(db) as never, calls: mixed },
  ],
];

async function resultOf(run: () => unknown): Promise<unknown> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Runs the calls with the same sources, and each of them with new sources: results, strings, and parameters must be equal. */
async function expectSameStatements(
  { sourcesOf, calls: given }: KeptWorld,
  db: Kysely<never>,
  executed: CompiledQuery[],
): Promise<void> {
  const strings = () => executed.splice(0).map(({ sql, parameters }) => ({ sql, parameters }));
  const property = fc.asyncProperty(given, async (calls) => {
    const keeping = sourcesOf(db);
    for (const run of calls) {
      const kept = [await resultOf(() => run(keeping)), strings()];
      const built = [await resultOf(() => run(sourcesOf(db))), strings()];
      expect(kept).toEqual(built);
    }
  });
  await fc.assert(property, { numRuns: casesOf('PROPERTY_RUNS', { long: 150, short: 50 }) });
}

describe.each(worlds)('%s', (_, world) => {
  test('a kept statement has the text, the values, and the result of a new one', async () => {
    const executed: CompiledQuery[] = [];
    const database = new DatabaseSync(':memory:');
    database.exec(world.tables);
    const dialect = createNodeSqliteDialect(database);
    const db = new Kysely<never>({ dialect, log: ({ query }) => void executed.push(query) });
    await expectSameStatements(world, db, executed);
  });

  const dialects = [
    ['PostgreSQL', () => new PostgresAdapter(), () => new PostgresQueryCompiler()],
    ['MySQL', () => new MysqlAdapter(), () => new MysqlQueryCompiler()],
  ] as const;
  test.each(someOf(dialects, 2))(
    'a kept statement of %s has the text and the values of a new one',
    async (_, createAdapter, createQueryCompiler) => {
      const executed: CompiledQuery[] = [];
      const createDriver = () => new DummyDriver();
      const dialect = { createAdapter, createQueryCompiler, createDriver, createIntrospector: () => ({}) as never };
      const db = new Kysely<never>({ dialect, log: (event) => void executed.push(event.query) });
      await expectSameStatements(world, db, executed);
    },
  );
});
