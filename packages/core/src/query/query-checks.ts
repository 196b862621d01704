import { assertArray, assertStringArray } from '../internal/assert-array.ts';
import { describeValue } from '../internal/describe-value.ts';
import { isObject } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { valuesTaken } from '../schema/filter-operator.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import { conditionParts, groupOf } from './condition-parts.ts';
import { expressionRange } from './format-filter.ts';
import type { ConditionOrGroup, FilterInput, SortField } from './query.ts';
import { isApplicationParameter, parseQueryParameterName } from './query-parameter-family.ts';
import { type AnyQueryInput, pageEntries } from './query-text.ts';

const sortMembers: OptionTable = optionTable({ field: 'any', descending: 'boolean' }, 'member');

const filterMembers: OptionTable = optionTable({ field: 'any', operator: 'any', values: 'any' }, 'member');
/** The checks below say more about lists than the kind of an option. */
const queryMembers: OptionTable = optionTable(
  {
    ...{ include: 'any', fields: 'object', sort: 'any', filter: 'any' },
    ...{ page: 'object', parameters: 'object', extensionParameters: 'object' },
  },
  'member',
);

/** How many values an operator takes: at least, at most, and in words. */
const numbersOfValues = {
  one: [1, 1, 'exactly one value'],
  two: [2, 2, 'two values'],
  list: [1, Number.POSITIVE_INFINITY, 'one or more values'],
} as const;

/** Checks a name, or several with dots between them: other characters would change the meaning of the query. */
function checkName(name: string): void {
  if (typeof name === 'string' && name.isWellFormed() && name.split('.').every(isMemberName)) return;
  throw new TypeError(`formatQuery: names must be member names, separated by dots, but one is ${describeValue(name)}.`);
}

function checkNames(option: string, names: unknown): void {
  assertStringArray(option, names);
  for (const name of names) checkName(name);
}

/** Whether a value can be written in a query. Half of a surrogate pair would become another character. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
}

function checkValue(value: unknown): void {
  if (isWritable(value)) return;
  throw new TypeError(
    `formatQuery: values must be strings, booleans, bigints, or finite numbers, but one is ${describeValue(value)}.`,
  );
}

function checkedSortKey(key: string | SortField): string | SortField {
  if (typeof key !== 'string') {
    const { field, descending } = readOptions('formatQuery: sort', key, sortMembers);
    checkName(field);
    return { field, descending };
  }
  checkName(key.replace(/^-/, ''));
  return key;
}

function checkedTerm(term: FilterInput, isInExpression: boolean): FilterInput {
  const { field, operator = 'eq', values } = readOptions('formatQuery: filter', term, filterMembers);
  checkName(field);
  if (operator !== 'eq') checkName(operator);
  const name = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  assertArray(`${name}: values`, values);
  const taken = valuesTaken(operator);
  const [least, most, expected] = numbersOfValues[taken];
  if (values.length < least || values.length > most)
    throw new TypeError(`formatQuery: \`values\` of \`${name}\` must contain ${expected}.`);
  const acceptsNull = isInExpression || taken !== 'one';
  for (const value of values) if (value !== null || !acceptsNull) checkValue(value);
  return { field, operator, values };
}

type Condition = ConditionOrGroup<FilterInput>;

function checkConditions(name: string, conditions: readonly unknown[]): void {
  const wrong = conditions.findIndex((it) => !isObject(it));
  if (wrong < 0) return;
  const value = describeValue(conditions[wrong]);
  throw new TypeError(`formatQuery: \`${name}[${wrong}]\` must be a condition, but it is ${value}.`);
}

function checkedCondition(condition: Condition, isInExpression: boolean): Condition {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return checkedTerm(parts.term, isInExpression);
  const { kind, conditions } = parts;
  assertArray(`filter: ${kind}`, conditions);
  checkConditions(kind, conditions);
  if (conditions.length > 0) {
    return groupOf(
      kind,
      conditions.map((it) => checkedCondition(it, true)),
    );
  }
  throw new TypeError(`formatQuery: a group \`${kind}\` of \`filter\` must contain one or more conditions.`);
}

function checkedFilter(filter: readonly Condition[]): readonly Condition[] {
  assertArray('filter', filter);
  checkConditions('filter', filter);
  const [first, last] = expressionRange(filter.map((it) => conditionParts(it)));
  return filter.map((condition, index) => checkedCondition(condition, first <= index && index <= last));
}

function checkParameter(name: string, member: 'parameters' | 'extensionParameters'): void {
  const isExtension = member === 'extensionParameters';
  if (isExtension ? parseQueryParameterName(name)?.baseName.includes(':') : isApplicationParameter(name)) return;
  const expected = isExtension ? 'a namespace, such as `ext:name`' : 'a character other than a-z, such as `dryRun`';
  throw new TypeError(
    `formatQuery: \`${member}\` must contain only names with ${expected}, but it contains ${describeValue(name)}.`,
  );
}

/**
 * Checks a query, and returns a copy of its conditions and sort fields.
 *
 * @throws {TypeError} If a member of the query is unknown or invalid, or a value cannot be written in a URL.
 */
export function checkedQuery(query: object): AnyQueryInput {
  const input: AnyQueryInput = readOptions('formatQuery: query', query, queryMembers);
  const { include, fields, sort, filter, page, parameters, extensionParameters } = input;
  if (include !== undefined) checkNames('include', include);
  for (const [type, names] of Object.entries(fields ?? {})) {
    if (names === undefined) continue;
    checkName(type);
    checkNames(`fields.${type}`, names);
  }
  if (sort !== undefined) assertArray('sort', sort);
  for (const [name, value] of pageEntries(page ?? {})) {
    checkName(name);
    checkValue(value);
  }
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (value === undefined) continue;
    checkParameter(name, 'parameters');
    if (value !== null) checkValue(value);
  }
  for (const [name, value] of extensionParameters ?? []) {
    checkParameter(name, 'extensionParameters');
    checkValue(value);
  }
  return {
    ...input,
    sort: sort?.map(checkedSortKey),
    filter: filter === undefined ? undefined : checkedFilter(filter),
  };
}
