/** Statements that are kept for a shape do what statements that are built for one request do. */

import type { FilterTerm } from '@linkage/core';
import type { CollectionQuery, SourceCall } from '@linkage/server';
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
import { expect, test } from 'vitest';
import { type AnyTables, call, createSources, openDatabase, query, select } from '../test/newsroom.ts';

type AnySources = ReturnType<typeof createSources>;

/** One call of a source. */
interface Ask {
  readonly run: (sources: AnySources) => Promise<unknown>;
}

/** Part of each text that a client sends, so that a statement cannot contain it by chance. */
const MARK = 'zq';
const text = fc.oneof(
  fc.constantFrom('Alpha', 'Beta', `${MARK}'"`, `${MARK}?`),
  fc.string().map((it) => `${MARK}${it}`),
);
const number = fc.oneof(fc.constantFrom(100, 200, 300), fc.integer({ min: -5, max: 400 }));
const id = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e', 't1', 't2', '1', '2'), text);
const few = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) => fc.array(value, { maxLength });
const operator = fc.constantFrom('lt', 'le', 'gt', 'ge', 'eq') as fc.Arbitrary<FilterTerm['operator']>;

const term: fc.Arbitrary<FilterTerm> = fc.oneof(
  fc.record({ field: fc.constant('title'), operator, values: few(text) }),
  fc.record({ field: fc.constant('words'), operator, values: few(fc.option(number)) }),
  fc.record({ field: fc.constant('published'), operator: fc.constant('eq'), values: few(fc.boolean()) }),
  fc.record({
    field: fc.constantFrom('id', 'author', 'tags', 'related', 'comments', 'author.id', 'tags.id'),
    operator: fc.constant('eq'),
    values: few(id),
  }),
  fc.record({ field: fc.constantFrom('author.name', 'comments.body', 'tags.name'), operator, values: few(text) }),
) as fc.Arbitrary<FilterTerm>;
const filter = few(term, 2);
const direction = fc.boolean();
const sort = few(fc.record({ field: fc.constantFrom('title', 'words', 'author.name'), descending: direction }), 2).map(
  (fields) => fields.filter(({ field }, index) => fields.findIndex((it) => it.field === field) === index),
);
const selection = fc.constantFrom(select([]), select(['title', 'words']), select(['labels'], ['author', 'tags']));
const offsets = fc.record({ offset: fc.nat(3), limit: fc.integer({ min: 1, max: 4 }) });

function keysetOf(sortedBy: CollectionQuery['sort']): fc.Arbitrary<CollectionQuery['page']> {
  const key = (field: string) =>
    field === 'words' ? fc.option(number.map((it) => `i${it}`)) : text.map((it) => `t${it}`);
  const position = fc.oneof(fc.constant([]), fc.tuple(...sortedBy.map(({ field }) => key(field)), id));
  const bounds = fc.record({
    after: fc.option(position, { nil: undefined }),
    before: fc.option(position, { nil: undefined }),
  });
  return fc
    .tuple(offsets, bounds)
    .map(([{ limit }, given]) => ({ offset: 0, limit, positions: true, ...given }) as CollectionQuery['page']);
}

const listQuery: fc.Arbitrary<CollectionQuery> = sort.chain((sortedBy) =>
  fc
    .tuple(filter, fc.oneof(offsets, keysetOf(sortedBy)), selection, fc.boolean())
    .map(([terms, page, fields, total]) => query({ filter: terms, sort: sortedBy, page, selection: fields, total })),
);
const callWith = filter.map((conditions): SourceCall => ({ ...call, conditions }));
const ask: fc.Arbitrary<Ask> = fc.oneof(
  fc.tuple(listQuery, callWith).map(([given, how]) => ({
    run: (sources: AnySources) => sources.articles.list(given, how),
  })),
  fc.tuple(few(id, 5), selection, callWith).map(([ids, fields, how]) => ({
    run: (sources: AnySources) => sources.articles.find(ids, fields, how),
  })),
  fc
    .tuple(
      fc.constantFrom('articles' as const),
      fc.constantFrom('people', 'tags'),
      few(id, 4),
      fc.record({
        selection,
        filter: fc.option(filter, { nil: undefined }),
        atMost: fc.option(fc.nat(5), { nil: undefined }),
        pagePerParent: fc.option(fc.oneof(offsets, keysetOf([])), { nil: undefined }),
      }),
      callWith,
    )
    .map(([relationship, type, ids, given, how]) => ({
      run: (sources: AnySources) => sources[type as 'people'].related(relationship, ids, given as never, how),
    })),
  fc.tuple(id, listQuery, callWith).map(([parent, given, how]) => ({
    run: (sources: AnySources) => sources.people.related('articles', [parent], given as never, how),
  })),
);

async function resultOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Runs the calls with the same sources, and each of them with new sources: results, texts, and parameters must be equal. */
async function expectSameStatements(
  asks: readonly Ask[],
  db: Kysely<AnyTables>,
  executed: CompiledQuery[],
): Promise<void> {
  const textAndParameters = () => executed.splice(0).map(({ sql, parameters }) => ({ sql, parameters }));
  const keeping = createSources(db);
  for (const { run } of asks) {
    const kept = [await resultOf(() => run(keeping)), textAndParameters()];
    const built = [await resultOf(() => run(createSources(db))), textAndParameters()];
    expect(kept).toEqual(built);
    expect(JSON.stringify((kept[1] as CompiledQuery[]).map(({ sql }) => sql))).not.toContain(MARK);
  }
}

test('a kept statement has the text, the values, and the result of a new one', async () => {
  const executed: CompiledQuery[] = [];
  const { db } = openDatabase((it) => executed.push(it));
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { minLength: 2, maxLength: 12 }), (asks) =>
      expectSameStatements(asks, db, executed),
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['PostgreSQL', () => new PostgresAdapter(), () => new PostgresQueryCompiler()],
  ['MySQL', () => new MysqlAdapter(), () => new MysqlQueryCompiler()],
])('a kept statement of %s has the text and the values of a new one', async (_, createAdapter, createQueryCompiler) => {
  const executed: CompiledQuery[] = [];
  const dialect = {
    createAdapter,
    createQueryCompiler,
    createDriver: () => new DummyDriver(),
    createIntrospector: () => ({}) as never,
  };
  const db = new Kysely<AnyTables>({ dialect, log: (event) => void executed.push(event.query) });
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { minLength: 2, maxLength: 12 }), (asks) =>
      expectSameStatements(asks, db, executed),
    ),
    { numRuns: 60 },
  );
});
