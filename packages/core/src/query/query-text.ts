import { checkKind, type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Api } from '../schema/api.ts';
import { filterPairs } from './format-filter.ts';
import { type Pair, textOf, wordOf } from './format-value.ts';
import { parameterText } from './parameter-text.ts';
import type { ConditionOrGroup, FilterInput, QueryInput, SortField } from './query.ts';

/** The input of `formatQuery`, of any API. */
export type AnyQueryInput = Omit<QueryInput<Api, string>, 'sort' | 'filter'> & {
  readonly sort?: readonly (string | SortField)[] | undefined;
  readonly filter?: readonly ConditionOrGroup<FilterInput>[] | undefined;
};

const sortMembers: OptionTable = optionTable({ field: 'string', descending: 'boolean' }, 'member');

function sortKey(key: string | SortField, index: number): string {
  if (typeof key === 'string') return key;
  const where = `formatQuery: sort[${index}]`;
  const { field, descending } = readOptions(where, key, sortMembers);
  checkKind(where, 'field', 'string', field);
  return (descending ? '-' : '') + field;
}

/** Returns the parameters of a map or an object. */
export function pageEntries(page: NonNullable<AnyQueryInput['page']>): readonly (readonly [string, unknown])[] {
  return page instanceof Map ? [...page] : Object.entries(page);
}

/** Returns the parameters of a member of a query. */
type WritePairs = (value: never) => readonly Pair[];

/** The writers of the members of a query, in the order of the text. */
const writers: Readonly<Record<keyof AnyQueryInput, WritePairs>> = {
  include: (paths: readonly string[]): readonly Pair[] => [['include', paths.join(',')]],
  fields: (fields: Readonly<Record<string, readonly string[] | undefined>>): readonly Pair[] =>
    Object.entries(fields).flatMap(([type, names]): readonly Pair[] => {
      if (names === undefined) return [];
      checkKind('formatQuery', `fields.${type}`, 'array of strings', names);
      return [[`fields[${type}]`, names.join(',')]];
    }),
  sort: (sort: readonly (string | SortField)[]): readonly Pair[] =>
    sort.length === 0 ? [] : [['sort', sort.map(sortKey).join(',')]],
  filter: filterPairs,
  page: (page: NonNullable<AnyQueryInput['page']>): readonly Pair[] =>
    pageEntries(page).map(([name, value]): Pair => [`page[${name}]`, textOf(value)]),
  parameters: (parameters: Readonly<Record<string, unknown>>): readonly Pair[] =>
    Object.entries(parameters).flatMap(([name, value]): readonly Pair[] =>
      value === undefined ? [] : [[name, wordOf(value)]],
    ),
  extensionParameters: (parameters: ReadonlyMap<string, string>): readonly Pair[] =>
    pageEntries(parameters).map(([name, value]): Pair => [name, textOf(value)]),
};

const queryMembers: OptionTable = optionTable(
  {
    include: 'array of strings',
    fields: 'object',
    sort: 'array',
    filter: 'array of objects',
    page: 'object',
    parameters: 'object',
    extensionParameters: 'object',
  },
  'member',
);

/**
 * Formats the query parameters of a request without the declaration of an API. Rejects only unknown members: a client
 * leaves the rest to its types and to the server.
 *
 * @throws {TypeError} If a member of the query is unknown, or a query cannot contain so many conditions of one kind.
 */
export function queryText(query: object): string {
  const input = readOptions('formatQuery: query', query, queryMembers) as Readonly<Record<string, unknown>>;
  const pairs = Object.entries(writers).flatMap(([name, pairsOf]) =>
    input[name] === undefined ? [] : pairsOf(input[name] as never),
  );
  return parameterText(new URLSearchParams(pairs as Pair[]));
}
