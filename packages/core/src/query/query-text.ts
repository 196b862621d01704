import { type OptionKind, type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Api } from '../schema/api.ts';
import { filterPairs } from './format-filter.ts';
import { type Pair, textOf, wordOf } from './format-value.ts';
import type { SortField } from './query.ts';
import type { QueryChecks } from './query-checks.ts';
import type { QueryInput } from './query-input.ts';

type AnyInput = QueryInput<Api, string>;
type Checks = QueryChecks | undefined;

function listOf(option: string, names: readonly string[], checks: Checks): string {
  checks?.names(option, names);
  return names.join(',');
}

function sortKey(key: string | SortField, checks: Checks): string {
  if (typeof key === 'string') {
    checks?.name(key.replace(/^-/, ''));
    return key;
  }
  const { field, descending } = checks === undefined ? key : checks.sortField(key);
  return descending ? `-${field}` : field;
}

function entriesOf<Value>(
  values: ReadonlyMap<string, Value> | Readonly<Record<string, Value>> = {},
): [string, Value][] {
  return values instanceof Map ? [...values] : Object.entries(values);
}

/** Returns the parameters of a member of a query. */
type WritePairs = (value: never, checks: Checks) => readonly Pair[];

const includePairs = (include: readonly string[], checks: Checks): readonly Pair[] => [
  ['include', listOf('include', include, checks)],
];

function fieldsPairs(fields: Readonly<Record<string, readonly string[] | undefined>>, checks: Checks): readonly Pair[] {
  return Object.entries(fields).flatMap(([type, names]): readonly Pair[] => {
    if (names === undefined) return [];
    checks?.name(type);
    return [[`fields[${type}]`, listOf(`fields.${type}`, names, checks)]];
  });
}

function sortPairs(sort: readonly (string | SortField)[], checks: Checks): readonly Pair[] {
  checks?.array('sort', sort);
  return sort.length === 0 ? [] : [['sort', sort.map((key) => sortKey(key, checks)).join(',')]];
}

function pagePairs(page: NonNullable<AnyInput['page']>, checks: Checks): readonly Pair[] {
  return entriesOf<unknown>(page).map(([name, value]): Pair => {
    checks?.name(name);
    return [`page[${name}]`, textOf(value, checks)];
  });
}

function parametersPairs(parameters: Readonly<Record<string, unknown>>, checks: Checks): readonly Pair[] {
  return Object.entries(parameters).flatMap(([name, value]): readonly Pair[] => {
    if (value === undefined) return [];
    checks?.parameter(name, 'parameters');
    return [[name, wordOf(value, checks)]];
  });
}

function extensionPairs(parameters: ReadonlyMap<string, string>, checks: Checks): readonly Pair[] {
  return [...parameters].map(([name, value]): Pair => {
    checks?.parameter(name, 'extensionParameters');
    return [name, textOf(value, checks)];
  });
}

/** How to write the members of a query, in the order in which they are written, and the kinds of their values. */
const writers: Readonly<Record<keyof AnyInput, readonly [kind: OptionKind, pairs: WritePairs]>> = {
  include: ['any', includePairs],
  fields: ['object', fieldsPairs],
  sort: ['any', sortPairs],
  filter: ['any', filterPairs],
  page: ['object', pagePairs],
  parameters: ['object', parametersPairs],
  extensionParameters: ['object', extensionPairs],
};
const queryMembers: OptionTable = optionTable(
  Object.fromEntries(Object.entries(writers).map(([name, [kind]]) => [name, kind])),
  'member',
);

/**
 * Formats the query parameters of a request without the declaration of an API. Without `checks`, rejects only unknown
 * members: a client leaves the rest to its types and to the server.
 *
 * @throws {TypeError} If a member of the query is unknown, or a check fails.
 */
export function queryText(query: object, checks?: QueryChecks): string {
  const queryInput = readOptions('formatQuery: query', query, queryMembers) as Readonly<Record<string, unknown>>;
  const pairs = Object.entries(writers).flatMap(([name, [, pairsOf]]) =>
    queryInput[name] === undefined ? [] : pairsOf(queryInput[name] as never, checks),
  );
  return new URLSearchParams(pairs as Pair[]).toString().replaceAll('%2C', ',');
}
