import type { FilterTerm } from '@linkage/core';
import { compare, matchesFilter } from '@linkage/core/internal';

/** Matches a decimal number without an exponent, as databases write it. */
const decimal = /^-?\d+(?:\.\d+)?$/;
const integer = /^-?\d+$/;

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Returns the number that a value represents, or undefined. Integers are exact. */
function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'string' || !decimal.test(value)) return undefined;
  return integer.test(value) ? BigInt(value) : Number(value);
}

/**
 * Returns two values as numbers if one is a number. A value that does not represent a number becomes NaN, which no
 * operator matches. Otherwise returns them unchanged.
 */
function asNumbers(actual: unknown, wanted: unknown): readonly [unknown, unknown] {
  if (!isNumber(actual) && !isNumber(wanted)) return [actual, wanted];
  const [left, right] = [numberOf(actual), numberOf(wanted)];
  return typeof left === typeof right ? [left, right] : [Number(left), Number(right)];
}

function compareAsNumbers(actual: unknown, wanted: unknown): number {
  const [left, right] = asNumbers(actual, wanted);
  return compare(left, right);
}

/**
 * Whether the value of a record matches a condition of a `read` rule. Drivers return some numbers as strings
 * (`numeric`, `int8`): if the condition or the record contains a number, compares both as numbers. Compares two strings
 * by code unit.
 */
export function meetsCondition(value: unknown, term: FilterTerm): boolean {
  return matchesFilter(value, term, compareAsNumbers);
}
