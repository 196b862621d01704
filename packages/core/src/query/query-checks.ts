import { assertArray, assertStringArray } from '../internal/assert-array.ts';
import { describeValue } from '../internal/describe-value.ts';
import { isObject } from '../internal/is-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isMemberName } from '../member/member-name.ts';
import { takesList } from './list-operators.ts';
import type { SortField } from './query.ts';
import type { FilterInput } from './query-input.ts';
import { isApplicationParameter, parseQueryParameterName } from './query-parameter-family.ts';

/** The checks of a query that is written. Each throws a TypeError. */
export interface QueryChecks {
  readonly array: (option: string, value: unknown) => void;
  /** A name, or several names with dots between them: other characters would change the meaning of the query. */
  readonly name: (name: string) => void;
  readonly names: (option: string, names: readonly string[]) => void;
  readonly value: (value: unknown) => void;
  readonly sortField: (field: SortField) => SortField;
  readonly term: (term: FilterInput) => FilterInput;
  /** The conditions of a filter, or of a group. */
  readonly conditions: (name: string, conditions: readonly unknown[]) => void;
  readonly group: (kind: string, conditions: readonly unknown[]) => void;
  readonly parameter: (name: string, member: 'parameters' | 'extensionParameters') => void;
}

const sortMembers: OptionTable = optionTable({ field: 'any', descending: 'boolean' }, 'member');
const filterMembers: OptionTable = optionTable({ field: 'any', operator: 'any', values: 'any' }, 'member');

function checkName(name: string): void {
  if (typeof name === 'string' && name.isWellFormed() && name.split('.').every(isMemberName)) return;
  throw new TypeError(`formatQuery: names must be member names, separated by dots, but one is ${describeValue(name)}.`);
}

/** Whether a value can be written in a query. Half of a surrogate pair would become another character. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
}

function checkTerm(term: FilterInput): FilterInput {
  const { field, operator = 'eq', values } = readOptions('formatQuery: filter', term, filterMembers);
  checkName(field);
  if (operator !== 'eq') checkName(operator);
  const name = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  assertArray(`${name}: values`, values);
  const isList = takesList(operator) && operator !== 'between';
  const isRight = isList ? values.length > 0 : values.length === (operator === 'between' ? 2 : 1);
  if (isRight) return { field, operator, values };
  const expected = isList ? 'one or more values' : operator === 'between' ? 'two values' : 'exactly one value';
  throw new TypeError(`formatQuery: \`values\` of \`${name}\` must contain ${expected}.`);
}

function checkConditions(name: string, conditions: readonly unknown[]): void {
  const wrong = conditions.findIndex((it) => !isObject(it));
  if (wrong < 0) return;
  const value = describeValue(conditions[wrong]);
  throw new TypeError(`formatQuery: \`${name}[${wrong}]\` must be a condition, but it is ${value}.`);
}

/** All checks of `formatQuery`. */
export const queryChecks: QueryChecks = {
  array: assertArray,
  name: checkName,
  names(option, names) {
    assertStringArray(option, names);
    for (const name of names) checkName(name);
  },
  value(value) {
    if (isWritable(value)) return;
    throw new TypeError(
      `formatQuery: values must be strings, booleans, bigints, or finite numbers, but one is ${describeValue(value)}.`,
    );
  },
  sortField(key) {
    const { field, descending } = readOptions('formatQuery: sort', key, sortMembers);
    checkName(field);
    return { field, descending };
  },
  term: checkTerm,
  conditions: checkConditions,
  group(kind, conditions) {
    assertArray(`filter: ${kind}`, conditions);
    checkConditions(kind, conditions);
    if (conditions.length > 0) return;
    throw new TypeError(`formatQuery: a group \`${kind}\` of \`filter\` must contain one or more conditions.`);
  },
  parameter(name, member) {
    const isExtension = member === 'extensionParameters';
    if (isExtension ? parseQueryParameterName(name)?.baseName.includes(':') : isApplicationParameter(name)) return;
    const expected = isExtension ? 'a namespace, such as `ext:name`' : 'a character other than a-z, such as `dryRun`';
    throw new TypeError(
      `formatQuery: \`${member}\` must contain only names with ${expected}, but it contains ${describeValue(name)}.`,
    );
  },
};
