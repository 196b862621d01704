import type { FilterTerm } from '@linkage/core';
import { type ConditionalMethod, readCan } from '../sources/port/can.ts';
import type { DataSource, Selection, SourceRecord } from '../sources/port/data-source.ts';
import { type CaseOfFeature, expectEqual, type SuiteWorld } from './suite-case.ts';

const call = { context: undefined, signal: new AbortController().signal };
const fields = (attributes: readonly string[]): Selection => ({
  attributes: new Set(attributes),
  relationships: new Set(),
});
const eq = (field: string, ...values: readonly unknown[]): FilterTerm => ({ field, operator: 'eq', values });
const idsOf = (records: readonly unknown[]) =>
  records.map((it) => String(typeof it === 'object' ? (it as SourceRecord).id : it)).sort();

/** A case for sources that declare that a method applies conditions of access rules. */
function ruleCase(
  name: string,
  method: ConditionalMethod,
  run: (source: Required<DataSource>) => Promise<void>,
): CaseOfFeature {
  return {
    feature: method === 'update' || method === 'delete' ? 'writes' : 'filters',
    name: `a source that declares \`appliesFilters\` applies them in \`${method}\`: ${name}`,
    run: async ({ sources }: SuiteWorld) => {
      const source = sources['articles'] as Required<DataSource>;
      if (readCan('articles', source).applies[method].isDeclared) await run(source);
    },
  };
}

/** Cases about conditions of access rules, for sources that declare that they apply them. */
export const ruleCases: readonly CaseOfFeature[] = [
  ruleCase('only matching resources', 'find', async (source) => {
    const conditions = [eq('open', true), eq('author', '1', '2')];
    const found = await source.find(['a', 'b', 'c', 'd', 'none'], fields(['title']), { ...call, conditions });
    expectEqual(idsOf(found), ['a', 'c'], 'the ids that `find` returns with conditions');
  }),
  ruleCase('only matching members', 'related', async (source) => {
    const conditions = [eq('name', 'sea')];
    const query = { atMost: 100, selection: fields(['name']) };
    const pages = await source.related('tags', ['a', 'b', 'e'], query, { ...call, conditions });
    const members = ['a', 'b', 'e'].map((id) =>
      idsOf((pages.get(id) as { records?: unknown[] } | undefined)?.records ?? []),
    );
    expectEqual(members, [['t1'], [], ['t1']], 'the members that `related` returns with conditions');
  }),
  ruleCase('only a matching resource', 'update', async (source) => {
    const given = {
      type: 'articles',
      id: 'a',
      attributes: { title: 'Changed', open: false },
      relationships: {},
    } as never;
    const titleOfA = async () =>
      ((await source.find(['a'], fields(['title']), call)).at(0) as { title?: unknown }).title;
    const others = [[eq('open', false)], [eq('open', true), eq('author', '2')]];
    for (const conditions of others)
      expectEqual(await source.update('a', given, { ...call, conditions }), null, 'the result without a match');
    expectEqual(await titleOfA(), 'Alpha', 'the title that no write has changed');
    // A condition is about the resource before the write.
    const updated = await source.update('a', given, { ...call, conditions: [eq('open', true), eq('author', '1')] });
    expectEqual((updated as { title?: unknown } | null)?.title, 'Changed', 'the title in the result with a match');
    expectEqual(await titleOfA(), 'Changed', 'the title after a write that matched');
  }),
  ruleCase('only a matching resource', 'delete', async (source) => {
    const isThere = async () => (await source.find(['a'], fields([]), call)).length;
    const without = { ...call, conditions: [eq('open', false)] };
    expectEqual([await source.delete('a', without), await isThere()], [false, 1], 'the result without a match');
    const matching = { ...call, conditions: [eq('open', true), eq('author', '1')] };
    expectEqual([await source.delete('a', matching), await isThere()], [true, 0], 'the result with a match');
  }),
  ruleCase('one related resource matches the filter and the conditions', 'list', async (source) => {
    const page = { offset: 0, limit: 10 };
    const rest = { sort: [], page, selection: fields(['title']), total: true };
    for (const [body, count] of [
      ['first', 1],
      ['second', 0],
    ] as const) {
      const filter = [{ ...eq('comments.id', '1'), through: [[eq('body', body)]] }];
      const { records, total } = await source.list({ filter, ...rest }, call);
      expectEqual([records.length, total], [count, count], `the number of articles whose comment 1 is "${body}"`);
    }
  }),
];
