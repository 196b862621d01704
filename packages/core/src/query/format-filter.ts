import { checkKind, type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { valuesTaken } from '../schema/filter-operator.ts';
import { type ConditionParts, conditionParts } from './condition-parts.ts';
import { escapeValue } from './filter-value.ts';
import { type Pair, textOf } from './format-value.ts';
import type { ConditionOrGroup, FilterInput } from './query.ts';

type Input = ConditionOrGroup<FilterInput>;
type Parts = ConditionParts<FilterInput>;

const where = 'formatQuery: filter';

/** The members of conditions and groups. */
const conditionMembers: OptionTable = optionTable(
  {
    field: 'string',
    operator: 'string',
    values: 'array',
    and: 'array of objects',
    or: 'array of objects',
    not: 'object',
  },
  'member',
);

/** Returns the parts of a condition, which it checks for users without types. */
function checkedParts(condition: Input): Parts {
  const parts = conditionParts(readOptions<Input>(where, condition, conditionMembers));
  if (parts.kind === 'term') {
    checkKind(where, 'field', 'string', parts.term.field);
    checkKind(where, 'values', 'array', parts.term.values);
  }
  return parts;
}

function filterPair({ field, operator = 'eq', values }: FilterInput): Pair {
  const name = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  if (valuesTaken(operator) === 'one') return [name, textOf(values.at(0))];
  return [name, values.map((value) => (value === null ? 'null' : escapeValue(textOf(value)))).join(',')];
}

/** A value that needs no quotes: a number, a date, or a word other than null. */
const plain = /^(?!null$)[\w.:+-]+$/;

function expressionValue(value: unknown): string {
  const text = textOf(value);
  return value === null || plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function expressionOf(parts: Parts): string {
  if (parts.kind !== 'term') return `${parts.kind}(${parts.conditions.map(checkedParts).map(expressionOf)})`;
  const { field, operator = 'eq', values } = parts.term;
  return `${operator}(${[field, ...values.map(expressionValue)]})`;
}

/**
 * Returns the indexes of the first and of the last group of a filter: -1 without a group. The conditions from one to the
 * other are written as one expression, because their order has to stay.
 */
export function expressionRange(filter: readonly Pick<Parts, 'kind'>[]): readonly [first: number, last: number] {
  const isGroup = ({ kind }: Pick<Parts, 'kind'>): boolean => kind !== 'term';
  return [filter.findIndex(isGroup), filter.findLastIndex(isGroup)];
}

/** Returns the expression of several conditions. A top-level `and` would become several, so it has another one around it. */
function joined(conditions: readonly Parts[]): string {
  const text = String(conditions.map(expressionOf));
  return conditions.length === 1 && !text.startsWith('and(') ? text : `and(${text})`;
}

/**
 * Returns the parameters of a filter. Groups, and the conditions between them, are one expression. If a field has two
 * equality conditions, the second one contains the operator in its name.
 *
 * @throws {TypeError} If a condition has a wrong or unknown member, or a query cannot contain so many conditions of one
 * kind.
 */
export function filterPairs(filter: readonly Input[]): readonly Pair[] {
  const conditions = filter.map(checkedParts);
  const [first, last] = expressionRange(conditions);
  const used = new Set<string>();
  return conditions.flatMap((condition, index): readonly Pair[] => {
    if (index === first) return [['filter', joined(conditions.slice(first, last + 1))]];
    if (condition.kind !== 'term' || (first < index && index <= last)) return [];
    const [plainName, value] = filterPair(condition.term);
    const name = used.has(plainName) && !plainName.includes('][') ? `${plainName}[eq]` : plainName;
    if (used.has(name)) {
      throw new TypeError(`formatQuery: \`filter\` must not contain the condition \`${name}\` twice.`);
    }
    used.add(name);
    return [[name, value]];
  });
}
