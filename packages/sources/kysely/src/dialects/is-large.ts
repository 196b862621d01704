import type { ColumnType } from '../columns/column-type.ts';

/** Whether a column has integers that a number of JavaScript does not hold exactly. */
export function isLarge(type: ColumnType | undefined): boolean {
  return type?.range !== undefined && type.range[1] > BigInt(Number.MAX_SAFE_INTEGER);
}
