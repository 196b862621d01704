import { conditionParts } from './condition-parts.ts';
import { escapeValue } from './filter-value.ts';
import { type Pair, textOf } from './format-value.ts';
import { takesList } from './list-operators.ts';
import type { ConditionOrGroup } from './query.ts';
import type { QueryChecks } from './query-checks.ts';
import type { FilterInput } from './query-input.ts';

type Input = ConditionOrGroup<FilterInput>;
type Checks = QueryChecks | undefined;

function filterPair(given: FilterInput, checks: Checks): Pair {
  const { field, operator = 'eq', values } = checks === undefined ? given : checks.term(given);
  const name = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  if (!takesList(operator)) return [name, textOf(values[0], checks)];
  return [name, values.map((value) => (value === null ? 'null' : escapeValue(textOf(value, checks)))).join(',')];
}

/** A value that needs no quotes: a number, a date, or a word other than null. */
const plain = /^(?!null$)[\w.:+-]+$/;

function expressionValue(value: unknown, checks: Checks): string {
  if (value === null) return 'null';
  const text = textOf(value, checks);
  return plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function expressionOf(condition: Input, checks: Checks): string {
  const parts = conditionParts(condition);
  if (parts.kind !== 'term') {
    checks?.group(parts.kind, parts.conditions);
    return `${parts.kind}(${parts.conditions.map((it) => expressionOf(it, checks)).join(',')})`;
  }
  const { field, operator = 'eq', values } = checks === undefined ? parts.term : checks.term(parts.term);
  return `${operator}(${[field, ...values.map((value) => expressionValue(value, checks))].join(',')})`;
}

/**
 * Returns the parameters of a filter. Groups, and the conditions between them, are one expression. If a field has two
 * equality conditions, the second one contains the operator in its name.
 *
 * @throws {TypeError} If a query cannot contain so many conditions of one kind.
 */
export function filterPairs(filter: readonly Input[], checks: Checks): readonly Pair[] {
  checks?.array('filter', filter);
  checks?.conditions('filter', filter);
  const isGroup = (condition: Input): boolean => conditionParts(condition).kind !== 'term';
  const first = filter.findIndex(isGroup);
  if (first === -1) return termPairs(filter as readonly FilterInput[], checks);
  const last = filter.findLastIndex(isGroup);
  const groups = filter.slice(first, last + 1);
  // A top-level `and` would become several conditions, so it has another one around it.
  const [single] = groups;
  const isPlain = groups.length === 1 && single !== undefined && conditionParts(single).kind !== 'and';
  const pair: Pair = ['filter', expressionOf(isPlain ? single : { and: groups }, checks)];
  const terms = termPairs([...filter.slice(0, first), ...filter.slice(last + 1)] as readonly FilterInput[], checks);
  return [...terms.slice(0, first), pair, ...terms.slice(first)];
}

function termPairs(filter: readonly FilterInput[], checks: Checks): readonly Pair[] {
  const used = new Set<string>();
  return filter.map((term) => {
    const [plainName, value] = filterPair(term, checks);
    const name = used.has(plainName) && !plainName.includes('][') ? `${plainName}[eq]` : plainName;
    if (used.has(name)) {
      throw new TypeError(
        `formatQuery: \`filter\` must not contain another condition \`${name}\`, because a query cannot contain it twice.`,
      );
    }
    used.add(name);
    return [name, value];
  });
}
