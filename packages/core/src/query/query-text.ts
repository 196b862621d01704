import { assertArray, assertStringArray } from '../internal/assert-array.ts';
import { describeValue } from '../internal/describe-value.ts';
import { type OptionKind, type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Api } from '../schema/api.ts';
import { filterPairs } from './format-filter.ts';
import { checked, type Pair, textOf, wordOf } from './format-value.ts';
import type { SortField } from './query.ts';
import type { QueryInput } from './query-input.ts';
import { isApplicationParameter, parseQueryParameterName } from './query-parameter-family.ts';

const sortMembers: OptionTable = optionTable({ field: 'any', descending: 'boolean' }, 'member');

function listOf(option: string, names: readonly string[]): string {
  assertStringArray(option, names);
  return names.map(checked).join(',');
}

function sortKey(key: string | SortField): string {
  if (typeof key === 'string') return `${key.startsWith('-') ? '-' : ''}${checked(key.replace(/^-/, ''))}`;
  const { field, descending } = readOptions('formatQuery: sort', key, sortMembers);
  return `${descending ? '-' : ''}${checked(field)}`;
}

function parameterName(name: string): string {
  if (isApplicationParameter(name)) return name;
  throw new TypeError(
    `formatQuery: \`parameters\` must contain only names with a character other than a-z, such as \`dryRun\`, but it contains ${describeValue(name)}.`,
  );
}

function extensionName(name: string): string {
  if (parseQueryParameterName(name)?.baseName.includes(':') === true) return name;
  throw new TypeError(
    `formatQuery: \`extensionParameters\` must contain only names with a namespace, such as \`ext:name\`, but it contains ${describeValue(name)}.`,
  );
}

function entriesOf<Value>(
  values: ReadonlyMap<string, Value> | Readonly<Record<string, Value>> = {},
): [string, Value][] {
  return values instanceof Map ? [...values] : Object.entries(values);
}

function includePairs(include: readonly string[]): readonly Pair[] {
  return [['include', listOf('include', include)]];
}

function fieldsPairs(fields: Readonly<Record<string, readonly string[] | undefined>>): readonly Pair[] {
  return Object.entries(fields).flatMap(([type, names]): readonly Pair[] =>
    names === undefined ? [] : [[`fields[${checked(type)}]`, listOf(`fields.${type}`, names)]],
  );
}

function sortPairs(sort: readonly (string | SortField)[]): readonly Pair[] {
  assertArray('sort', sort);
  return sort.length === 0 ? [] : [['sort', sort.map(sortKey).join(',')]];
}

function pagePairs(page: NonNullable<AnyInput['page']>): readonly Pair[] {
  return entriesOf<unknown>(page).map(([name, value]): Pair => [`page[${checked(name)}]`, textOf(value)]);
}

function parametersPairs(parameters: Readonly<Record<string, unknown>>): readonly Pair[] {
  return Object.entries(parameters).flatMap(([name, value]): readonly Pair[] =>
    value === undefined ? [] : [[parameterName(name), wordOf(value)]],
  );
}

function extensionPairs(parameters: ReadonlyMap<string, string>): readonly Pair[] {
  return [...parameters].map(([name, value]): Pair => [extensionName(name), textOf(value)]);
}

type AnyInput = QueryInput<Api, string>;

/** How to write a member of a query, and the kind that its value must have. */
interface QueryWriter {
  readonly kind: OptionKind;
  readonly pairs: (value: never) => readonly Pair[];
}

/** The members of a query, in the order in which they are written. */
const writers: Readonly<Record<keyof AnyInput, QueryWriter>> = {
  include: { kind: 'any', pairs: includePairs },
  fields: { kind: 'object', pairs: fieldsPairs },
  sort: { kind: 'any', pairs: sortPairs },
  filter: { kind: 'any', pairs: filterPairs },
  page: { kind: 'object', pairs: pagePairs },
  parameters: { kind: 'object', pairs: parametersPairs },
  extensionParameters: { kind: 'object', pairs: extensionPairs },
};
const queryMembers: OptionTable = optionTable(
  Object.fromEntries(Object.entries(writers).map(([name, { kind }]) => [name, kind])),
  'member',
);

/**
 * Formats the query parameters of a request without the declaration of an API, for clients. Checks the form of the query,
 * but not the names of types and fields.
 *
 * @throws {TypeError} If a member of the query is unknown, a name is invalid, or a value cannot be written in a URL.
 */
export function queryText(query: object): string {
  const queryInput = readOptions('formatQuery: query', query, queryMembers) as Readonly<Record<string, unknown>>;
  const pairs = Object.entries(writers).flatMap(([name, { pairs: pairsOf }]) =>
    queryInput[name] === undefined ? [] : pairsOf(queryInput[name] as never),
  );
  return new URLSearchParams(pairs as Pair[]).toString().replaceAll('%2C', ',');
}
