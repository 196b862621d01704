import { checkKind } from '../internal/options.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import { conditionParts } from './condition-parts.ts';
import { escapeValue } from './filter-value.ts';
import { type Pair, textOf } from './format-value.ts';
import { takesList } from './list-operators.ts';
import type { ConditionOrGroup } from './query.ts';
import type { FilterInput } from './query-input.ts';

type Input = ConditionOrGroup<FilterInput>;

/** Checks the values of a condition, for callers without types. */
function checkValues(values: readonly unknown[]): void {
  checkKind('formatQuery: filter', 'values', 'array', values);
}

function operatorOf(term: FilterInput): FilterOperator {
  return (memberOf(term, 'operator') ?? 'eq') as FilterOperator;
}

function filterPair(term: FilterInput): Pair {
  const { field, values } = term;
  const operator = operatorOf(term);
  checkValues(values);
  const name = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  if (!takesList(operator)) return [name, textOf(values[0])];
  return [name, values.map((value) => (value === null ? 'null' : escapeValue(textOf(value)))).join(',')];
}

/** A value that needs no quotes: a number, a date, or a word other than null. */
const plain = /^(?!null$)[\w.:+-]+$/;

function expressionValue(value: unknown): string {
  const text = textOf(value);
  return value === null || plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function expressionOf(condition: Input): string {
  const parts = conditionParts(condition);
  if (parts.kind !== 'term') return `${parts.kind}(${parts.conditions.map(expressionOf)})`;
  const { field, values } = parts.term;
  checkValues(values);
  return `${operatorOf(parts.term)}(${[field, ...values.map(expressionValue)]})`;
}

/**
 * Returns the indexes of the first and of the last group of a filter: -1 without a group. The conditions from one to the
 * other are written as one expression, because their order has to stay.
 */
export function expressionRange(filter: readonly Input[]): readonly [first: number, last: number] {
  const isGroup = (condition: Input): boolean => conditionParts(condition).kind !== 'term';
  return [filter.findIndex(isGroup), filter.findLastIndex(isGroup)];
}

/** Returns the condition of an expression. A top-level `and` would become several, so it has another one around it. */
function joined(conditions: readonly Input[]): Input {
  const [single] = conditions;
  const isPlain = conditions.length === 1 && single !== undefined && conditionParts(single).kind !== 'and';
  return isPlain ? single : { and: conditions };
}

/**
 * Returns the parameters of a filter. Groups, and the conditions between them, are one expression. If a field has two
 * equality conditions, the second one contains the operator in its name.
 *
 * @throws {TypeError} If a query cannot contain so many conditions of one kind.
 */
export function filterPairs(filter: readonly Input[]): readonly Pair[] {
  const [first, last] = expressionRange(filter);
  const used = new Set<string>();
  return filter.flatMap((condition, index): readonly Pair[] => {
    if (index === first) return [['filter', expressionOf(joined(filter.slice(first, last + 1)))]];
    if (first < index && index <= last) return [];
    const [plainName, value] = filterPair(condition as FilterInput);
    const name = used.has(plainName) && !plainName.includes('][') ? `${plainName}[eq]` : plainName;
    if (used.has(name)) {
      throw new TypeError(`formatQuery: \`filter\` must not contain the condition \`${name}\` twice.`);
    }
    used.add(name);
    return [[name, value]];
  });
}
