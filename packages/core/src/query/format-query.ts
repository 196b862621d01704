import { assertArray, assertStringArray } from '../internal/assert-array.ts';
import { describeValue } from '../internal/describe-value.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isMemberName } from '../member/member-name.ts';
import type { Api } from '../schema/api.ts';
import type { IncludePath, TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import { escapeValue, escapeWord } from './filter-value.ts';
import type { Fieldsets, FilterOperator, SortField } from './query.ts';
import type { FilterName, SortName } from './query-names.ts';
import { isApplicationParameter, parseQueryParameterName } from './query-parameter-family.ts';

/** A sentence that the compiler prints if no name is valid. Otherwise never, so it does not change the union. */
type NoNameReason<Name, Option extends 'sort' | 'filter'> = [Name] extends [never]
  ? `No field of this type has ${Option}: true`
  : never;

/** The input of `formatQuery`. A result of `parseQuery` is valid input. All members are optional. */
export interface QueryInput<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths. An empty array requests no included resources. */
  readonly include?: readonly IncludePath<A, Type>[] | undefined;
  readonly fields?: Fieldsets<A> | undefined;
  /** Fields in order, as `'-createdAt'` or as `{ field: 'createdAt', descending: true }`. */
  readonly sort?:
    | readonly (
        | SortName<A, Type>
        | `-${SortName<A, Type>}`
        | SortField<SortName<A, Type>>
        | NoNameReason<SortName<A, Type>, 'sort'>
      )[]
    | undefined;
  /** Conditions, combined with AND. Without an operator, the field must equal one of the values. */
  readonly filter?:
    | readonly FilterInput<FilterName<A, Type> | NoNameReason<FilterName<A, Type>, 'filter'>>[]
    | undefined;
  /** The `page` family by the name in brackets: `{ size: 10 }`. */
  readonly page?: ReadonlyMap<string, string> | Readonly<Record<string, string | number | bigint>> | undefined;
  /** Implementation-specific parameters by full name. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters of extensions by full name. */
  readonly extensionParameters?: ReadonlyMap<string, string> | undefined;
}

/** One condition of a filter. */
export interface FilterInput<Field extends string = string> {
  readonly field: Field;
  /** Default: `eq`. */
  readonly operator?: FilterOperator;
  /** One or more values for `eq`; exactly one for other operators. */
  readonly values: readonly unknown[];
}

const queryMembers: OptionTable = optionTable(
  {
    include: 'any',
    fields: 'object',
    sort: 'any',
    filter: 'any',
    page: 'object',
    parameters: 'object',
    extensionParameters: 'object',
  },
  'member',
);
const filterMembers: OptionTable = optionTable({ field: 'any', operator: 'any', values: 'any' }, 'member');
const sortMembers: OptionTable = optionTable({ field: 'any', descending: 'boolean' }, 'member');

type Pair = [name: string, value: string];

/** Checks a name, or several names with dots between them: other characters would change the meaning of the query. */
function checked(name: string): string {
  if (typeof name === 'string' && name.isWellFormed() && name.split('.').every(isMemberName)) return name;
  throw new TypeError(`formatQuery: names must be member names, separated by dots, but one is ${describeValue(name)}.`);
}

function listOf(option: string, names: readonly string[]): string {
  assertStringArray(option, names);
  return names.map(checked).join(',');
}

/** Whether a value can be written in a query. Half of a surrogate pair would become another character. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
}

function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (isWritable(value)) return String(value);
  throw new TypeError(
    `formatQuery: values must be strings, booleans, bigints, or finite numbers, but one is ${describeValue(value)}.`,
  );
}

function wordOf(value: unknown): string {
  return value === null ? 'null' : escapeWord(textOf(value));
}

function filterPair(given: FilterInput): Pair {
  const { field, operator = 'eq', values } = readOptions('formatQuery: filter', given, filterMembers);
  const name = operator === 'eq' ? `filter[${checked(field)}]` : `filter[${checked(field)}][${checked(operator)}]`;
  assertArray(`${name}: values`, values);
  if (operator !== 'eq' && values.length === 1) return [name, textOf(values[0])];
  if (operator !== 'eq' || values.length === 0) {
    throw new TypeError(
      `formatQuery: \`values\` of \`${name}\` must contain ${operator === 'eq' ? 'one or more values' : 'exactly one value'}.`,
    );
  }
  return [name, values.map((value) => (value === null ? 'null' : escapeValue(textOf(value)))).join(',')];
}

/**
 * Returns the parameters of a filter. If a field has two equality conditions, the second one contains the operator in
 * its name.
 *
 * @throws {TypeError} If a query cannot contain so many conditions of one kind.
 */
function filterPairs(filter: readonly FilterInput[]): Pair[] {
  const used = new Set<string>();
  return filter.map((term) => {
    const [plain, value] = filterPair(term);
    const name = used.has(plain) && (term.operator ?? 'eq') === 'eq' ? `${plain}[eq]` : plain;
    if (used.has(name))
      throw new TypeError(
        `formatQuery: \`filter\` must not contain another condition \`${name}\`, because a query cannot contain it twice.`,
      );
    used.add(name);
    return [name, value];
  });
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

/**
 * Formats the query parameters of a request: the inverse of `parseQuery`. Returns the query string without a question
 * mark, or an empty string without parameters. Percent-encodes everything as `application/x-www-form-urlencoded`,
 * including brackets, because every server can read them so. Keeps commas, so that lists are readable.
 *
 * @param types The type of the primary data, or several types for a collection of mixed types.
 * @throws {TypeError} If `types` is empty or contains an unknown type, an option has an invalid value, a name is
 * invalid, or a value cannot be written in a URL.
 * @see https://jsonapi.org/format/1.1/#query-parameters
 * @example
 * formatQuery(api, 'articles', { include: ['author'], sort: ['-title'], page: { size: 10 } });
 * // 'include=author&sort=-title&page%5Bsize%5D=10'
 */
export function formatQuery<A extends Api, Type extends TypeName<A>>(
  api: A,
  types: Type | readonly Type[],
  query: QueryInput<A, Type>,
): string {
  typeNames(api, types);
  const given: QueryInput<A, Type> = readOptions('formatQuery: query', query, queryMembers);
  const { include, fields = {}, sort = [], filter = [], page, parameters = {}, extensionParameters } = given;
  const pairs: Pair[] = [];
  assertArray('sort', sort);
  assertArray('filter', filter);
  if (include !== undefined) pairs.push(['include', listOf('include', include)]);
  for (const [type, names] of Object.entries(fields) as [string, readonly string[] | undefined][]) {
    if (names !== undefined) pairs.push([`fields[${checked(type)}]`, listOf(`fields.${type}`, names)]);
  }
  if (sort.length > 0) pairs.push(['sort', sort.map(sortKey).join(',')]);
  pairs.push(...filterPairs(filter));
  for (const [name, value] of entriesOf(page)) pairs.push([`page[${checked(name)}]`, textOf(value)]);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) pairs.push([parameterName(name), wordOf(value)]);
  }
  for (const [name, value] of extensionParameters ?? []) pairs.push([extensionName(name), textOf(value)]);
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',');
}
