import { assertArray } from '../internal/assert-array.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { conditionParts } from './condition-parts.ts';
import { escapeValue } from './filter-value.ts';
import { checked, type Pair, textOf } from './format-value.ts';
import { takesList } from './list-operators.ts';
import type { ConditionOrGroup } from './query.ts';
import type { FilterInput } from './query-input.ts';

const filterMembers: OptionTable = optionTable({ field: 'any', operator: 'any', values: 'any' }, 'member');

type Input = ConditionOrGroup<FilterInput>;
type Given = Required<FilterInput> & { readonly isList: boolean };

function readInput(given: FilterInput): Given {
  const { field, operator = 'eq', values } = readOptions('formatQuery: filter', given, filterMembers);
  const name = operator === 'eq' ? `filter[${checked(field)}]` : `filter[${checked(field)}][${checked(operator)}]`;
  assertArray(`${name}: values`, values);
  const isList = takesList(operator) && operator !== 'between';
  const isRight = isList ? values.length > 0 : values.length === (operator === 'between' ? 2 : 1);
  if (isRight) return { field, operator, values, isList: takesList(operator) };
  const expected = isList ? 'one or more values' : operator === 'between' ? 'two values' : 'exactly one value';
  throw new TypeError(`formatQuery: \`values\` of \`${name}\` must contain ${expected}.`);
}

function filterPair(given: FilterInput): Pair {
  const { field, operator, values, isList } = readInput(given);
  const name = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  if (!isList) return [name, textOf(values[0])];
  return [name, values.map((value) => (value === null ? 'null' : escapeValue(textOf(value)))).join(',')];
}

/** A value that needs no quotes: a number, a date, or a word other than null. */
const plain = /^(?!null$)[\w.:+-]+$/;

function expressionValue(value: unknown): string {
  if (value === null) return 'null';
  const text = textOf(value);
  return plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function expressionOf(condition: Input): string {
  const parts = conditionParts(condition);
  if (parts.kind !== 'term') {
    assertArray(`filter: ${parts.kind}`, parts.conditions);
    if (parts.conditions.length === 0)
      throw new TypeError(`formatQuery: a group \`${parts.kind}\` of \`filter\` must contain one or more conditions.`);
    return `${parts.kind}(${parts.conditions.map(expressionOf).join(',')})`;
  }
  const { field, operator, values } = readInput(parts.term);
  return `${operator}(${[field, ...values.map(expressionValue)].join(',')})`;
}

/**
 * Returns the parameters of a filter. Groups, and the conditions between them, are one expression. If a field has two
 * equality conditions, the second one contains the operator in its name.
 *
 * @throws {TypeError} If a query cannot contain so many conditions of one kind.
 */
export function filterPairs(filter: readonly Input[]): readonly Pair[] {
  assertArray('filter', filter);
  const isGroup = (condition: Input): boolean => conditionParts(condition).kind !== 'term';
  const first = filter.findIndex(isGroup);
  if (first === -1) return termPairs(filter as readonly FilterInput[]);
  const last = filter.findLastIndex(isGroup);
  const groups = filter.slice(first, last + 1);
  // A top-level `and` would become several conditions, so it has another one around it.
  const [single] = groups;
  const isPlain = groups.length === 1 && single !== undefined && conditionParts(single).kind !== 'and';
  const pair: Pair = ['filter', expressionOf(isPlain ? single : { and: groups })];
  const terms = termPairs([...filter.slice(0, first), ...filter.slice(last + 1)] as readonly FilterInput[]);
  return [...terms.slice(0, first), pair, ...terms.slice(first)];
}

function termPairs(filter: readonly FilterInput[]): readonly Pair[] {
  const used = new Set<string>();
  return filter.map((term) => {
    const [plainName, value] = filterPair(term);
    const name = used.has(plainName) && (term.operator ?? 'eq') === 'eq' ? `${plainName}[eq]` : plainName;
    if (used.has(name))
      throw new TypeError(
        `formatQuery: \`filter\` must not contain another condition \`${name}\`, because a query cannot contain it twice.`,
      );
    used.add(name);
    return [name, value];
  });
}
