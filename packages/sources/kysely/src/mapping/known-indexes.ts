import type { DatabaseTable } from '../dialects/database-schema.ts';

/** The methods of indexes that find no row by the first columns alone. */
const ofParts: ReadonlySet<string> = new Set(['fulltext', 'gin']);

/** Returns the columns of the primary key, and of each index that contains all rows. */
function columnsOf(
  { primaryKey = [], indexes = [] }: DatabaseTable,
  fits: (method: string) => boolean,
): readonly (readonly (string | null)[])[] {
  const whole = indexes.filter(({ isPartial, method }) => !isPartial && fits(method));
  return [primaryKey, ...whole.map(({ columns }) => columns)];
}

/**
 * Whether an index of a table begins with columns in any order, so that it finds rows by their values.
 *
 * @param equal Columns with one value each, which can stand among them.
 */
export function beginsIndex(table: DatabaseTable, columns: readonly string[], equal: readonly string[] = []): boolean {
  const found = [...columns, ...equal];
  return columnsOf(table, (method) => !ofParts.has(method)).some((names) => {
    const end = names.findIndex((name) => name === null || !found.includes(name));
    const first = end === -1 ? names : names.slice(0, end);
    return columns.every((name) => first.includes(name));
  });
}

/**
 * Whether an index of a table has the order of columns.
 *
 * @param equal Columns with one value each, which an index can have before the others.
 */
export function servesOrder(
  table: DatabaseTable,
  columns: readonly string[],
  equal: ReadonlySet<string> = new Set(),
): boolean {
  return columnsOf(table, (method) => method === 'btree').some((names) => {
    const rest = [...names];
    while (rest.at(0) !== columns.at(0) && equal.has(rest.at(0) ?? '')) rest.shift();
    return columns.every((name, index) => rest[index] === name);
  });
}

/**
 * Returns where an index of a table with the order of a column places NULL: as less than all values, or as greater. Undefined without such an
 * index.
 *
 * @param equal Columns with one value each, which an index can have before the column.
 */
export function nullsIn(
  { indexes = [], primaryKey }: DatabaseTable,
  column: string,
  equal: ReadonlySet<string>,
): 'least' | 'greatest' | undefined {
  let found: ReturnType<typeof nullsIn> = primaryKey?.[0] === column ? 'greatest' : undefined;
  for (const { columns, isPartial, method, nullsLeast } of indexes) {
    if (isPartial || method !== 'btree') continue;
    const first = columns.find((name) => name === column || !equal.has(name ?? ''));
    if (first !== column) continue;
    if (nullsLeast?.includes(column) === true) return 'least';
    found = 'greatest';
  }
  return found;
}
