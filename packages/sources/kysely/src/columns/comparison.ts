import type { FilterOperator } from '@linkage/core';
import type { ValueOperator } from '@linkage/core/internal';
import { canCompare } from './column-kinds.ts';
import type { ColumnType } from './column-type.ts';
import { formatInstant, instantOf, truncateInstant } from './instant.ts';
import type { ValueRules } from './kind-facts.ts';
import { decimalText, fitsDigits, integerOf, rangeOf } from './value-forms.ts';

/** Whether a decimal number has no more digits than a column. True for columns of other kinds. */
function isDecimalOf({ kind, digits }: ColumnType, value: unknown): boolean {
  const text = kind === 'numeric' && digits !== undefined ? decimalText(value) : undefined;
  return text === undefined || digits === undefined || fitsDigits(text, digits);
}

/** Whether a number is greater than an integer, which a number may be unable to hold exactly. */
function isGreater(number: number, integer: bigint): boolean {
  const rounded = Number(integer);
  return number > rounded || (number === rounded && BigInt(number) > integer);
}

/** A comparison of a column of integers with a value that the column cannot hold. */
export type BoundedComparison = 'all' | 'none' | { readonly operator: 'le' | 'ge'; readonly value: number };

/** Returns what `less than` and `greater than` mean for a number between or beyond the integers of a column. */
export function boundedComparison(
  type: ColumnType,
  operator: 'lt' | 'le' | 'gt' | 'ge',
  value: unknown,
  rules: ValueRules,
): BoundedComparison {
  const range = rangeOf(type, rules);
  const number = Number(value);
  if (typeof value === 'string' ? decimalText(value) === undefined : !Number.isFinite(number)) return 'none';
  const isLess = operator === 'lt' || operator === 'le';
  const exact = integerOf(value);
  if (range !== undefined && (exact === undefined ? isGreater(number, range[1]) : exact > range[1]))
    return isLess ? 'all' : 'none';
  if (range !== undefined && (exact === undefined ? isGreater(-number, -range[0]) : exact < range[0]))
    return isLess ? 'none' : 'all';
  return isLess ? { operator: 'le', value: Math.floor(number) } : { operator: 'ge', value: Math.ceil(number) };
}

/** The operators that compare a column with one value. */
export type ColumnOperator = Exclude<ValueOperator, 'ne' | 'between'>;

const operators: Readonly<Record<ColumnOperator, true>> = { eq: true, lt: true, le: true, gt: true, ge: true };

function isColumnOperator(operator: FilterOperator): operator is ColumnOperator {
  return Object.hasOwn(operators, operator);
}

/** A comparison of a column: with a value, or one that all values of the column or no values meet. */
export type ColumnComparison = 'all' | 'none' | { readonly operator: ColumnOperator; readonly value: unknown };

/** A comparison with an instant between two instants of a column: with the earlier one. */
function betweenInstants(type: ColumnType, operator: ColumnOperator, value: unknown): ColumnComparison | undefined {
  const instant = instantOf(value);
  const { fraction = 6 } = type;
  if (instant === undefined || instant.fraction.length <= fraction) return undefined;
  if (operator === 'eq') return 'none';
  const earlier = formatInstant(truncateInstant(instant, fraction));
  return { operator: operator === 'gt' || operator === 'ge' ? 'gt' : 'le', value: earlier };
}

/**
 * Returns what a comparison with a value means for a column that may be unable to hold this value. For example, all
 * integers of 32 bits are less than 2147483648, and no date is equal to "soon".
 *
 * @throws {TypeError} If the value is null or undefined, or the operator is unknown.
 */
export function comparisonOf(
  type: ColumnType | undefined,
  operator: FilterOperator,
  value: unknown,
  rules: ValueRules,
): ColumnComparison {
  if (value === null || value === undefined) throw new TypeError(`comparisonOf: the value must not be ${value}.`);
  if (!isColumnOperator(operator)) throw new TypeError(`Unknown filter operator ${JSON.stringify(operator)}.`);
  if (canCompare(type, value, rules)) {
    if (rules.isLoose || type === undefined) return { operator, value };
    if (type.kind === 'timestamp') return betweenInstants(type, operator, value) ?? { operator, value };
    return operator === 'eq' && !isDecimalOf(type, value) ? 'none' : { operator, value };
  }
  return operator !== 'eq' && type?.kind === 'integer' ? boundedComparison(type, operator, value, rules) : 'none';
}
