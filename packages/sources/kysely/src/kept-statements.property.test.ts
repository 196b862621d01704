/** Statements that are kept for a shape do what statements that are built for one request do. */

import type { FilterTerm } from '@linkage/core';
import type { CollectionQuery, Selection, SourceCall, SourceCondition, SourceTerm } from '@linkage/server';
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
import { casesOf, someOf } from '../../../core/test/runs.ts';
import { type AnyTables, call, createSources, openDatabase, query, select, tenantColumns } from '../test/newsroom.ts';

type AnySources = ReturnType<typeof createSources>;

type Ask = (sources: AnySources) => unknown;

/** Part of each string that a client sends, so that a statement cannot contain it by chance. */
const MARK = 'zq';
const given = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const text = fc.oneof(
  fc.constantFrom('Alpha', 'Beta'),
  fc.string({ maxLength: 4 }).map((it) => `${MARK}${it}`),
);
const number = given(100, 200.5, 1e30, -1e30);
const operators = ['lt', 'ge', 'eq', 'ne', 'between', 'contains', 'iStartsWith'] as const;
const id = fc.oneof(fc.constantFrom('a', 'b', 'c', 't1', 't2', '1', '2'), text);
const few = <Value>(value: fc.Arbitrary<Value>, maxLength = 2) => fc.array(value, { maxLength });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: text,
  words: fc.option(number, { freq: 2 }),
  published: fc.boolean(),
  'author.name': text,
  'comments.body': text,
  'tags.name': text,
};
const comparable = ['title', 'words', 'author.name', 'comments.body', 'tags.name'];
const relationships = given('published', 'id', 'author', 'tags', 'related', 'comments', 'author.id', 'tags.id');
const field = fc.oneof(fc.constant('words'), given(...comparable), relationships);
const operator = given<FilterTerm['operator']>(...operators);
/** A condition alone, or in a group. */
const groupings = [
  (term: SourceTerm): SourceCondition => term,
  (term: SourceTerm): SourceCondition => ({ and: [term, term] }),
  (term: SourceTerm): SourceCondition => ({ or: [term, { not: term }] }),
  (term: SourceTerm): SourceCondition => ({ or: [term, { field: 'words', operator: 'eq', values: [1, null] }] }),
];
/** Conditions of a rule on the resources of a path. */
const rules = (name: string, values: readonly unknown[]): SourceTerm['through'] =>
  name.includes('.') ? [[{ field: 'id', operator: 'ne', values }]] : undefined;

/** Terms of a few fields and operators, so that calls often differ in their values only. */
const filters = few(fc.tuple(field, operator), 1).map((places) =>
  few(
    fc.nat(places.length).chain((index): fc.Arbitrary<SourceCondition> => {
      const [name, compared] = places[index] ?? ['title', 'eq' as const];
      const known = comparable.includes(name) || compared === 'ne' ? compared : 'eq';
      return fc
        .tuple(few(values[name] ?? fc.option(id, { freq: 5 })), maybe(few(id)), given(...groupings))
        .map(([it, ids, group]) =>
          group({ field: name, operator: known, values: it, through: ids && rules(name, ids) }),
        );
    }),
  ),
);
const sorts = few(fc.record({ field: given('title', 'words', 'author.name'), descending: fc.boolean() })).map(
  (fields) => fields.filter((it, index) => fields.findIndex((other) => other.field === it.field) === index),
);
/** An order with conditions of rules on the resources of its paths. */
const restricted = (sort: CollectionQuery['sort']) =>
  fc
    .tuple(...sort.map(() => maybe(few(id))))
    .map((ids) => sort.map((it, index) => ({ ...it, through: ids[index] && rules(it.field, ids[index]) })));
const selections = given(select([]), select(['title', 'words']), select(['labels'], ['author', 'tags']));
const offsets = fc.record({ offset: fc.nat(2), limit: fc.integer({ min: 1, max: 4 }) });

/** Slices by positions in an order. */
function keysets(sort: CollectionQuery['sort']): fc.Arbitrary<CollectionQuery['page']> {
  const key = (name: string) =>
    fc.option(name === 'words' ? fc.nat(400).map((it) => `i${it}`) : text.map((it) => `t${it}`), { freq: 2 });
  const position = fc.oneof(fc.constant([]), fc.tuple(...sort.map((it) => key(it.field)), id));
  const bounds = fc.record({ after: maybe(position), before: maybe(position) });
  return fc
    .tuple(fc.integer({ min: 1, max: 4 }), bounds)
    .map(([limit, slice]) => ({ offset: 0, limit, positions: true, ...slice }) as CollectionQuery['page']);
}

/** Calls of one method with one selection and one order. Their filters, pages, and values differ. */
const asks: fc.Arbitrary<readonly Ask[]> = fc
  .tuple(
    given<'list' | 'find' | 'related' | 'page'>('list', 'find', 'related', 'page'),
    filters,
    sorts,
    selections,
    fc.boolean(),
  )
  .chain(([method, filter, sort, selection, isKeyset]) => {
    const how = fc
      .tuple(filter, given('one', 'two'))
      .map(([conditions, context]): SourceCall => ({ ...call, conditions, context }));
    const pages = (order: CollectionQuery['sort']) => (isKeyset ? keysets(order) : offsets);
    const queries = fc
      .tuple(filter, pages(sort), fc.boolean(), restricted(sort))
      .map(([terms, page, total, order]) => query({ filter: terms, sort: order, page, selection, total }));
    const members = fc
      .record({ filter: maybe(filter), atMost: maybe(fc.nat(5)), pagePerParent: maybe(pages([])) })
      .map((it) => ({ ...it, selection }) as never);
    const kinds = {
      list: fc.tuple(queries, how).map(
        ([it, its]) =>
          (sources: AnySources) =>
            sources.articles.list(it, its),
      ),
      find: fc.tuple(few(id, 4), how).map(
        ([ids, its]) =>
          (sources: AnySources) =>
            sources.articles.find(ids, selection as Selection<never, never>, its),
      ),
      related: fc.tuple(given<'people' | 'tags'>('people', 'tags'), few(id, 3), members, how).map(
        ([type, ids, it, its]) =>
          (sources: AnySources) =>
            sources[type].related('articles', ids, it, its),
      ),
      page: fc.tuple(given<'people' | 'tags'>('people', 'tags'), id, queries, how).map(
        ([type, parent, it, its]) =>
          (sources: AnySources) =>
            sources[type].related('articles', [parent], it as never, its),
      ),
    };
    const asked: fc.Arbitrary<Ask> = kinds[method];
    return fc.array(asked, { minLength: 4, maxLength: 10 });
  });

const one = { tenant: 'one' };
const ofCall = { tenant: ({ context }: SourceCall) => context };
/** Row filters of some types, whose values are constants, or depend on the call. */
const rowFilters = [
  {},
  { articles: one },
  { articles: one, people: one, tags: one, comments: one },
  { people: { tenant: 'two' }, tags: one },
  { articles: ofCall, people: ofCall, tags: ofCall, comments: ofCall },
  { articles: one, tags: ofCall },
];

async function resultOf(run: () => unknown): Promise<unknown> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Runs the calls with the same sources, and each of them with new sources: results, strings, and parameters must be equal. */
async function expectSameStatements(db: Kysely<AnyTables>, executed: CompiledQuery[]): Promise<void> {
  const textAndParameters = () => executed.splice(0).map(({ sql, parameters }) => ({ sql, parameters }));
  const property = fc.asyncProperty(
    asks,
    given(undefined, 'integer'),
    given(...rowFilters),
    async (calls, words, rowFilter) => {
      const keeping = createSources(db, words, rowFilter);
      for (const run of calls) {
        const kept = [await resultOf(() => run(keeping)), textAndParameters()];
        const built = [await resultOf(() => run(createSources(db, words, rowFilter))), textAndParameters()];
        expect(kept).toEqual(built);
        expect(JSON.stringify((kept[1] as CompiledQuery[]).map(({ sql }) => sql))).not.toContain(MARK);
      }
    },
  );
  await fc.assert(property, { numRuns: casesOf('PROPERTY_RUNS', { long: 250, short: 80 }) });
}

test('a kept statement has the text, the values, and the result of a new one', async () => {
  const executed: CompiledQuery[] = [];
  const { database, db } = openDatabase((it) => executed.push(it));
  database.exec(tenantColumns);
  await expectSameStatements(db, executed);
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
    const db = new Kysely<AnyTables>({ dialect, log: (event) => void executed.push(event.query) });
    await expectSameStatements(db, executed);
  },
);
