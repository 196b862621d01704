import type { FilterTerm } from '@linkage/core';
import type { DataSource, Selection, SourceRecord } from '../sources/data-source.ts';
import { type CaseOfFeature, expectEqual, type SuiteWorld } from './suite-case.ts';

const call = { context: undefined, signal: new AbortController().signal };
const fields = (attributes: readonly string[], relationships: readonly string[] = []): Selection => ({
  attributes: new Set(attributes),
  relationships: new Set(relationships),
});
const eq = (field: string, ...values: readonly unknown[]): FilterTerm => ({ field, operator: 'eq', values });
const idsOf = (records: readonly unknown[]) =>
  records.map((it) => String(typeof it === 'object' ? (it as SourceRecord).id : it)).sort();

type Method = 'list' | 'find' | 'related';

/** A case for sources that state that a method applies conditions of access rules. */
function ruleCase(name: string, method: Method, run: (source: Required<DataSource>) => Promise<void>): CaseOfFeature {
  return {
    feature: 'filters',
    name: `a source that states \`appliesConditions\` applies them in \`${method}\`: ${name}`,
    run: async ({ sources }: SuiteWorld) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.appliesConditions?.methods.includes(source[method]) === true) await run(source);
    },
  };
}

/** Cases about what sources state, and the server therefore does not check. */
export const statedCases: readonly CaseOfFeature[] = [
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
  {
    feature: 'includes',
    name: 'a source that states `loadsIncludes` loads related records at once',
    run: async ({ sources }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.loadsIncludes !== true) return;
      const boss = { ...fields(['name']), atMost: 1 };
      const author = { ...fields(['name'], ['boss']), atMost: 1, include: new Map([['boss', boss]]) };
      const tags = { ...fields(['name']), atMost: 100 };
      const include = new Map<string, typeof tags>([
        ['author', author],
        ['tags', tags],
      ]);
      const selection = { ...fields(['title'], ['author', 'tags']), include };
      const [b] = await source.find(['b'], selection, call);
      const { author: bo, tags: sky } = b as Readonly<Record<string, unknown>>;
      const { name, boss: ada } = (bo ?? {}) as Readonly<Record<string, unknown>>;
      const { name: nameOfAda } = (ada ?? {}) as Readonly<Record<string, unknown>>;
      expectEqual([name, nameOfAda], ['Bo', 'Ada'], 'the names of the loaded author and of the boss of the author');
      const names = (sky as readonly { readonly name?: unknown }[] | undefined)?.map((it) => it.name);
      expectEqual(names, ['sky'], 'the names of the loaded tags');
      const [d] = await source.find(['d'], selection, call);
      expectEqual((d as { author?: unknown }).author, null, 'the loaded author of article d');
    },
  },
];
