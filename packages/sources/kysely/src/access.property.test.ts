import { termsIn } from '@linkage/core/internal';
import type { DataSource, SourceCall } from '@linkage/server';
import { expect, test, vi } from 'vitest';
import { casesOf, someOf } from '../../../core/test/runs.ts';
import { findReadDifferences, READS, type Sabotage } from '../test/read-differences.ts';

/** Reads to try; `ACCESS_CASES=20000` takes a minute or two. */
const CASES = casesOf('ACCESS_CASES', { long: 1200, short: 400 });
// A busy machine takes 100 milliseconds for each case.
vi.setConfig({ testTimeout: Math.max(600_000, CASES * 100) });

test(`${CASES} reads of SQLite: every path keeps the rules, whatever the columns compare`, async () => {
  const worlds = Math.ceil(CASES / READS);
  const { findings, statuses } = await findReadDifferences({ worlds });
  expect(findings).toEqual([]);
  // Otherwise the cases would say nothing.
  expect(statuses.get(200)).toBeGreaterThan(worlds * 4);
});

test('rows that the row filter of a type excludes change no answer', async () => {
  const { findings, statuses } = await findReadDifferences({ worlds: Math.ceil(CASES / READS / 2), hasShadows: true });
  expect(findings).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(CASES / 4);
});

type Sources = Parameters<Sabotage>[0];

/** Sources with other methods, which are declared to apply conditions as those that they replace. */
function replaced(sources: Sources, change: (source: Required<DataSource>) => Partial<DataSource>): Sources {
  const entries = Object.entries(sources).map(([type, source]) => {
    const changed = { ...source, ...change(source) };
    const methods = [changed.list, changed.find, changed.related] as never;
    return [type, { ...changed, appliesFilters: { methods, types: Object.keys(sources) } }];
  });
  return Object.fromEntries(entries);
}

const without = (call: SourceCall): SourceCall => ({ ...call, conditions: undefined });

/** As the server once compared: by the strings that the driver returns. */
function meetsAsText(record: object, { conditions = [] }: SourceCall): boolean {
  const fields = record as Readonly<Record<string, unknown>>;
  return termsIn(conditions).every(({ field, operator, values }) => {
    const value = fields[field];
    if (value === undefined) return true;
    if (operator === 'eq') return values.some((it) => String(it) === String(value));
    if (value === null) return false;
    const order = (it: unknown): number => (String(value) < String(it) ? -1 : String(value) > String(it) ? 1 : 0);
    return values.some(
      (it) => (operator.startsWith('l') ? order(it) < 0 : order(it) > 0) || (operator.endsWith('e') && order(it) === 0),
    );
  });
}

const sabotages: readonly (readonly [name: string, sabotage: Sabotage])[] = [
  [
    'included and related resources are not restricted',
    (sources) =>
      replaced(sources, ({ related }) => ({
        related: (name, ids, query, call) => related(name, ids, query, without(call)),
      })),
  ],
  [
    'values are compared as text',
    (sources) =>
      replaced(sources, ({ find }) => ({
        find: async (ids, selection, call) => {
          const attributes = new Set(['n', 's', 'h']);
          const found = await find(ids, { ...selection, attributes }, without(call));
          return found.filter((record) => meetsAsText(record, call));
        },
      })),
  ],
  [
    'the linkage that records carry is not restricted',
    (sources) =>
      replaced(sources, ({ find }) => ({
        // Linkage is looked at without a field: only which of the ids are there.
        find: (ids, selection, call) =>
          selection.attributes.size + selection.relationships.size === 0
            ? ids.map((id) => ({ id }))
            : find(ids, selection, call),
      })),
  ],
  [
    'a filter looks at hidden resources on its path',
    (sources) =>
      replaced(sources, ({ list }) => ({
        list: (query, call) =>
          list({ ...query, filter: query.filter.map((it) => ({ ...it, through: undefined })) }, call),
      })),
  ],
  [
    'a total counts hidden resources',
    (sources) =>
      replaced(sources, ({ list }) => ({
        list: async (query, call) => {
          const { total } = await list({ ...query, filter: [] }, call);
          return { ...(await list(query, call)), ...(total === undefined ? {} : { total }) };
        },
      })),
  ],
];

test.each(someOf(sabotages, 2))('a server that is sabotaged is found out: %s', async (_, sabotage) => {
  const { findings } = await findReadDifferences({ worlds: 150, sabotage });
  expect(findings).not.toEqual([]);
});
