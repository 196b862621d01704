import type { FilterTerm } from '@linkage/core';
import { meets } from '../source/meets.ts';

/** A decimal number as databases write it, without an exponent. */
const decimal = /^-?\d+(?:\.\d+)?$/;
const integer = /^-?\d+$/;

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The number that a value stands for: exact if it is an integer. Undefined if it is not a number. */
function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'string' || !decimal.test(value)) return undefined;
  return integer.test(value) ? BigInt(value) : Number(value);
}

/** Two values as numbers if one of them is a number and the other one stands for a number, else as they are. */
function asNumbers(actual: unknown, wanted: unknown): readonly [unknown, unknown] {
  if (!isNumber(actual) && !isNumber(wanted)) return [actual, wanted];
  const [left, right] = [numberOf(actual), numberOf(wanted)];
  if (left === undefined || right === undefined) return [actual, wanted];
  return typeof left === typeof right ? [left, right] : [Number(left), Number(right)];
}

/**
 * Whether the value of a record meets a condition of a `read` rule. Drivers return some numbers as text (`numeric`, `int8`):
 * if the condition or the record has a number, both are compared as numbers. Two texts are compared as text, by code unit.
 */
export function meetsCondition(value: unknown, { operator, values }: FilterTerm): boolean {
  return values.some((each) => {
    const [actual, wanted] = asNumbers(value, each);
    return meets(actual, { operator, values: [wanted] });
  });
}
