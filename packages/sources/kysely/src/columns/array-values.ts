import type { ColumnType } from './column-type.ts';

/** The dimensions that an array of PostgreSQL can have. */
const MAX_DIMENSIONS = 6;

/** Whether an array holds elements exactly as they are. Rows of an array of several dimensions have one length. */
export function holdsElements(
  { of, form, dimensions = 1 }: ColumnType,
  elements: readonly unknown[],
  holds: (type: ColumnType | undefined, element: unknown) => boolean,
): boolean {
  // The text of the JSON holds arrays of every shape.
  if (form === 'array') return true;
  const isJson = of?.kind === 'json';
  let row = elements;
  for (let dimension = 1; dimension <= MAX_DIMENSIONS; dimension++) {
    // An element that is JSON can be an array.
    if ((isJson && dimension >= dimensions) || !row.some((it) => Array.isArray(it)))
      return row.every((it) => it === null || holds(of, isJson ? JSON.stringify(it) : it));
    const rows = row.map((it) => (Array.isArray(it) ? it : []));
    const length = rows.at(0)?.length ?? 0;
    if (length === 0 || rows.some((it) => it.length !== length)) return false;
    row = rows.flat();
  }
  return false;
}
