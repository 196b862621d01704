import { assertList, assertNames } from '../internal/list.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { show } from '../internal/show.ts';
import { isMemberName } from '../member/member-name.ts';
import type { Api } from '../schema/api.ts';
import type { IncludePath, TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import { escapeValue, escapeWord } from './filter-value.ts';
import type { Fieldsets, FilterOperator, SortField } from './query.ts';
import type { FilterName, SortName } from './query-names.ts';
import { isApplicationParameter, parseQueryParameterName } from './query-parameter-family.ts';

/** A sentence for the compiler to say where no name will do. As a part of a union it is in no one's way elsewhere. */
type WhyNone<Name, Option extends 'sort' | 'filter'> = [Name] extends [never]
  ? `No field of this type has ${Option}: true`
  : never;

/** What a query asks for. What `parseQuery` gives is one, and everything may be left out. */
export interface QueryInput<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths; an empty list asks for no included resources. */
  readonly include?: readonly IncludePath<A, Type>[] | undefined;
  readonly fields?: Fieldsets<A> | undefined;
  /** Fields in order, as `'-createdAt'` or as `{ field: 'createdAt', descending: true }`. */
  readonly sort?:
    | readonly (
        | SortName<A, Type>
        | `-${SortName<A, Type>}`
        | SortField<SortName<A, Type>>
        | WhyNone<SortName<A, Type>, 'sort'>
      )[]
    | undefined;
  /** Conditions that all have to hold. Without an operator, the field has to equal one of the values. */
  readonly filter?: readonly FilterInput<FilterName<A, Type> | WhyNone<FilterName<A, Type>, 'filter'>>[] | undefined;
  /** The `page` family by the name in its brackets: `{ size: 10 }`. */
  readonly page?: ReadonlyMap<string, string> | Readonly<Record<string, string | number | bigint>> | undefined;
  /** Implementation-specific parameters by full name. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters of extensions by full name. */
  readonly extensionParameters?: ReadonlyMap<string, string> | undefined;
}

/** One condition of a filter. */
export interface FilterInput<Field extends string = string> {
  readonly field: Field;
  /** Default `eq`. */
  readonly operator?: FilterOperator;
  /** One value or more for `eq`, exactly one for the others. */
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

/** A name, or several with dots between them: what would change the meaning of the text around it is refused. */
function checked(name: string): string {
  if (typeof name === 'string' && name.isWellFormed() && name.split('.').every(isMemberName)) return name;
  throw new TypeError(`${show(name)} is no name that a query can hold.`);
}

function listOf(option: string, names: readonly string[]): string {
  assertNames(option, names);
  return names.map(checked).join(',');
}

/** Half of a surrogate pair would become another character on its way. */
function isSpelled(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
}

function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (isSpelled(value)) return String(value);
  throw new TypeError(`${show(value)} is no value that a query can spell.`);
}

function wordOf(value: unknown): string {
  return value === null ? 'null' : escapeWord(textOf(value));
}

function filterPair(given: FilterInput): Pair {
  const { field, operator = 'eq', values } = readOptions('formatQuery: filter', given, filterMembers);
  const name = operator === 'eq' ? `filter[${checked(field)}]` : `filter[${checked(field)}][${checked(operator)}]`;
  assertList(`${name}: values`, values);
  if (operator !== 'eq' && values.length === 1) return [name, textOf(values[0])];
  if (operator !== 'eq' || values.length === 0) {
    throw new TypeError(`${name} takes ${operator === 'eq' ? 'one value or more' : 'exactly one value'}.`);
  }
  return [name, values.map((value) => (value === null ? 'null' : escapeValue(textOf(value)))).join(',')];
}

/**
 * The pairs of a filter. A field may have two conditions of equality, of which the second names its operator.
 *
 * @throws {TypeError} There are more conditions of one kind than a query can hold.
 */
function filterPairs(filter: readonly FilterInput[]): Pair[] {
  const taken = new Set<string>();
  return filter.map((term) => {
    const [plain, value] = filterPair(term);
    const name = taken.has(plain) && (term.operator ?? 'eq') === 'eq' ? `${plain}[eq]` : plain;
    if (taken.has(name)) throw new TypeError(`A query cannot hold another condition ${name}.`);
    taken.add(name);
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
  throw new TypeError(`${show(name)} is no name of a query parameter of an application.`);
}

function extensionName(name: string): string {
  if (parseQueryParameterName(name)?.baseName.includes(':') === true) return name;
  throw new TypeError(`${show(name)} is no name of a query parameter of an extension.`);
}

function entriesOf<Value>(
  values: ReadonlyMap<string, Value> | Readonly<Record<string, Value>> = {},
): [string, Value][] {
  return values instanceof Map ? [...values] : Object.entries(values);
}

/**
 * Writes the query parameters of a request: the inverse of `parseQuery`, without a question mark, empty when there are none.
 *
 * Everything is percent-encoded as `application/x-www-form-urlencoded`, brackets too: every server reads them so. Only commas
 * stay as they are, for lists to be readable.
 *
 * @param types The type of the primary data, or several for a collection of mixed types.
 * @throws {TypeError} `types` names no type, or one that the API lacks, what should be a list is none, a name is none, or a value cannot be spelled in a URL.
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
  assertList('sort', sort);
  assertList('filter', filter);
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
