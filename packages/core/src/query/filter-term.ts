import { type MessagePart, supported } from '../error/message-part.ts';
import { listNames, truncate } from '../internal/describe-value.ts';
import { frozenList } from '../internal/freeze.ts';
import { markSent } from '../internal/mark.ts';
import { oncePer } from '../internal/once-per.ts';
import type { Api, AttributeDefinition, ResourceType } from '../schema/api.ts';
import {
  type FilterOperator,
  filterOperators,
  hasStrings,
  isDeclaredOperator,
  isTextOperator,
  valuesTaken,
} from '../schema/filter-operator.ts';
import { schemaOfPart } from '../schema/part-schema.ts';
import { type FieldPathEnd, followFieldPath } from './field-path.ts';
import { readValue } from './filter-value.ts';
import type { FilterTerm } from './query.ts';
import { type QueryErrors, type RejectFilter, report } from './query-errors.ts';
import type { QueryLimits } from './query-limits.ts';

/** One condition as a request spells it. */
export interface SpelledTerm {
  /** The field, with dots between the steps. */
  readonly field: string;
  /** An operator, or `in` for `eq`, or `exists` for a comparison with null. */
  readonly operator: string;
  /** The strings of the values; null for the word `null`. */
  readonly items: readonly (string | null)[];
  /** The decoded name of the parameter, for errors. */
  readonly parameter: string;
}

/** The inputs that are the same for all conditions of a query. */
export interface FilterSetup {
  readonly api: Api;
  readonly type: ResourceType;
  readonly limits: QueryLimits;
  readonly errors: QueryErrors;
}

interface Spelling {
  readonly operator: FilterOperator;
  readonly takes: 'one' | 'two' | 'list';
}

/** The operators as requests spell them. */
const spellings: ReadonlyMap<string, Spelling> = new Map([
  ...filterOperators.map((name) => [name, { operator: name, takes: valuesTaken(name) }] as const),
  ['in', { operator: 'eq', takes: 'list' }] as const,
  ['exists', { operator: 'ne', takes: 'one' }] as const,
]);

const ofIds: readonly string[] = ['eq', 'ne', 'in'];
const ofRelationships: readonly string[] = ['eq', 'ne', 'in', 'exists'];

/** Returns the operators that a request can use with a field, as it spells them. */
export function operatorsOf(end: FieldPathEnd): readonly string[] {
  if (end.kind !== 'attribute') return end.kind === 'id' ? ofIds : ofRelationships;
  return attributeOperators(end.attribute);
}

/** Definitions are frozen, so their operators cannot change. */
const attributeOperators = oncePer(({ operators, schema }: AttributeDefinition): readonly string[] => {
  const allowed =
    operators ??
    filterOperators.filter((name) => !isDeclaredOperator(name) && (!isTextOperator(name) || hasStrings(schema)));
  const exists = allowed.includes('eq') && allowed.includes('ne') ? ['exists'] : [];
  return [...allowed, ...(allowed.includes('eq') ? ['in'] : []), ...exists];
});

/** Returns the values of an attribute, as its schema returns them, without duplicates. */
function attributeValues(
  { name, schema: own }: AttributeDefinition,
  { items, parameter, operator }: SpelledTerm,
  errors: QueryErrors,
): readonly unknown[] {
  const schema = operator === 'has' ? schemaOfPart(own, [0]) : own;
  const values = new Set<unknown>();
  for (const one of items) {
    if (errors.isFull()) break;
    const read = readValue(name, schema, one);
    if (read !== undefined) values.add(read.value);
    else {
      report(errors, 'FILTER_VALUE_INVALID.value', { value: truncate(one ?? 'null'), name }, parameter);
    }
  }
  return [...values];
}

/**
 * Reads one condition: checks the field, the operator, and the values. Reports what is wrong, and returns undefined if the
 * condition is not supported.
 */
export function readTerm(
  { api, type, limits, errors }: FilterSetup,
  spelled: SpelledTerm,
  valuesLeft: number,
): FilterTerm | undefined {
  const { field, parameter, items } = spelled;
  const reject: RejectFilter = (key, values, ...more) => report(errors, key, values, parameter, ...more);
  const spelling = spellings.get(spelled.operator);
  if (spelling === undefined) {
    const operator = truncate(spelled.operator);
    return reject('FILTER_NOT_SUPPORTED.operatorUnknown', { operator }, names([...spellings.keys()]));
  }
  const end = followFieldPath(api, type, field, 'filter', limits.filterDepth, errors);
  if (end.kind === 'none')
    return reject('FILTER_NOT_SUPPORTED.field', { type: type.name, field: truncate(field) }, ...end.strings);
  const allowed = operatorsOf(end);
  if (!allowed.includes(spelled.operator)) {
    const { operator } = spelled;
    return reject('FILTER_NOT_SUPPORTED.operator', { field: truncate(field), operator }, names(allowed));
  }
  if (items.length > valuesLeft) {
    return reject('FILTER_NOT_SUPPORTED.valuesTooMany', { limit: limits.filterValues });
  }
  if (items.some((text) => text !== null && text.length > limits.filterValueLength)) {
    return reject('FILTER_NOT_SUPPORTED.valueTooLong', { limit: limits.filterValueLength });
  }
  if (items.length === 0) return reject('FILTER_NOT_SUPPORTED.noValue', { field: truncate(field) });
  if (spelled.operator === 'exists') return existence();
  const isRange = spelling.takes === 'two';
  if (isRange ? items.length !== 2 : spelling.takes === 'one' && items.length !== 1) {
    return reject(`FILTER_NOT_SUPPORTED.${isRange ? 'twoValues' : 'oneValue'}`, { operator: spelled.operator });
  }
  if (end.kind === 'attribute') {
    if (isTextOperator(spelling.operator))
      return term(spelling.operator, [...new Set(items.map((it) => it ?? 'null'))]);
    const values = attributeValues(end.attribute, spelled, errors);
    // Two equal limits are one value in a set.
    return term(spelling.operator, isRange && values.length === 1 ? [values[0], values[0]] : values);
  }
  // Only a relationship can be null; an id that reads `null` has a backslash in front of it.
  const ids = [...new Set(items.map((id) => (end.kind === 'id' ? (id ?? 'null') : id)))];
  return ids.includes('') ? reject('FILTER_NOT_SUPPORTED.ids', { field }) : term(spelling.operator, ids);

  function existence(): FilterTerm | undefined {
    const [text] = items;
    if (items.length === 1 && (text === 'true' || text === 'false')) return term(text === 'true' ? 'ne' : 'eq', [null]);
    return report(errors, 'FILTER_VALUE_INVALID.exists', { value: truncate(text ?? 'null') }, parameter);
  }

  function term(operator: FilterOperator, values: readonly unknown[]): FilterTerm {
    return Object.freeze({ field, operator, values: frozenList(markSent([...values])) });
  }
}

function names(operators: readonly string[]): MessagePart {
  // All of them: a list of ten names would not contain the operators for strings.
  return supported(operators.map((name) => listNames([name])).join(', '));
}
