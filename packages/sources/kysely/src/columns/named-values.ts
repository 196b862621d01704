import type { ColumnKind, ColumnType } from './column-type.ts';

const NOT_FINITE = /^(?:NaN|-?Infinity)$/;
const INFINITE_TIME = /^-?infinity$/;
/** The texts of values of PostgreSQL that are neither numbers nor days. */
const named: Readonly<Partial<Record<ColumnKind, RegExp>>> = {
  ...{ float: NOT_FINITE, numeric: NOT_FINITE, date: INFINITE_TIME, timestamp: INFINITE_TIME },
};

/** Whether a value has a name instead of digits. Rows can contain it, but no request stores it. */
export function isNamedValue({ kind }: ColumnType, value: unknown): boolean {
  return typeof value === 'string' && named[kind]?.test(value) === true;
}
