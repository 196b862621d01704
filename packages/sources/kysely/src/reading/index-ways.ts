import type { TextComparison } from '@linkage/core/internal';
import type { MemberText } from '../dialects/json-members.ts';
import { writtenName } from '../dialects/written-name.ts';
import { keyNames } from '../mapping/key.ts';
import { beginsIndex } from '../mapping/known-indexes.ts';
import { type KnownTable, storedColumnName } from '../mapping/known-table.ts';
import type { Table } from '../mapping/table.ts';

/** A way to the rows of a table that match a condition. */
export interface Way {
  /** The columns that an index can begin with, or none if the condition has indexes of its own. */
  readonly columns: readonly string[];
  /** Whether each column has one value. */
  readonly isEqual: boolean;
  readonly isIndexed: boolean;
  /** The indexes that are missing, if there is no other way. */
  readonly missing: readonly string[];
}

/** The indexes that a condition needs: one of the ways, and all indexes of other tables. */
export interface Needs {
  readonly ways: readonly Way[];
  readonly elsewhere: readonly string[];
}

export const nothing: Needs = { ways: [], elsewhere: [] };

/** Returns an index as `create index on` takes it. */
export function indexOf({ dialect }: Table, { name }: KnownTable, parts: readonly string[], method = ''): string {
  return `${writtenName(dialect, name)} ${method}(${parts.join(', ')})`;
}

/** Returns an index of columns. */
export function indexOfColumns(table: Table, known: KnownTable, columns: readonly string[]): string {
  const written = columns.map((name) => writtenName(table.dialect, name));
  return indexOf(table, known, written);
}

/** Returns the columns in the database schema, each once. */
export function storedNames(known: KnownTable, names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => storedColumnName(known, name)))];
}

/** Returns a table of which the database schema says which indexes it has. Those of views are in other tables. */
export function indexedTable(table: Table, name: string): KnownTable | undefined {
  const known = table.known(name);
  return known?.kind === 'table' ? known : undefined;
}

/** Returns the columns that have one value in all rows that match the row filter of a table. */
export function constantsOf({ rowFilter }: Table, known: KnownTable): readonly string[] {
  return storedNames(known, Object.keys(rowFilter?.values ?? {}));
}

/** The values of its columns that a way finds: one, some, or those of a range. */
export type Wanted = 'one' | 'some' | 'range';

export const wantedOf = (isOne: boolean): Wanted => (isOne ? 'one' : 'some');

/** Returns the way by an index that begins with some columns. */
export function wayBy(table: Table, columns: readonly string[], wanted: Wanted): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined) return nothing;
  const stored = storedNames(known, columns);
  const constants = constantsOf(table, known);
  // Pages have the order of the ids.
  const end = wanted === 'range' ? [] : keyNames(table);
  const missing = [indexOfColumns(table, known, storedNames(known, [...constants, ...columns, ...end]))];
  const isIndexed = beginsIndex(known, stored, constants);
  return { ways: [{ columns: stored, isEqual: wanted === 'one', isIndexed, missing }], elsewhere: [] };
}

/** Returns what a table stores for a name of the mapping: a column, or the expression of a member of its JSON. */
const storedText = ({ dialect }: Table, known: KnownTable, column: string, member?: MemberText): string => {
  const written = writtenName(dialect, storedColumnName(known, column));
  return member === undefined ? written : `(${member.textOf(written)})`;
};

/** Returns the way by an index of parts of strings. The database schema does not say how the expressions of an index compare strings. */
export function wayByText(
  table: Table,
  column: string,
  { at, ignoresCase }: TextComparison,
  member: MemberText | undefined,
): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined || !table.dialect.hasTextIndexes) return nothing;
  const stored = member === undefined ? storedColumnName(known, column) : undefined;
  const text = `${storedText(table, known, column, member)} collate "C"`;
  const compared = ignoresCase ? `lower(${text})` : text;
  const isStart = at === 'whole' || at === 'start';
  const { indexes = [] } = known;
  const isIndexed = indexes.some(({ columns }) => columns[0] === null || (isStart && columns[0] === stored));
  const missing = isStart
    ? indexOf(table, known, [`${compared} text_pattern_ops`])
    : indexOf(table, known, [`${compared} gin_trgm_ops`], 'using gin ');
  return { ways: [{ columns: [], isEqual: false, isIndexed, missing: [missing] }], elsewhere: [] };
}

/** Returns the way by an index of the words of an attribute. The database schema does not say which expressions an index contains. */
export function wayByWords(table: Table, field: string): Needs {
  const known = indexedTable(table, table.name);
  const search = table.columns.get(field)?.search;
  if (known === undefined || search === undefined) return nothing;
  const indexed = search.indexed?.((column) => storedColumnName(known, column));
  const isFound = (it: string | null): boolean => it === null || it === indexed;
  const isIndexed =
    indexed === undefined ||
    known.indexes?.some(({ method, columns }) => method !== 'btree' && columns.some(isFound)) === true;
  const written = search.indexed?.((column) => storedText(table, known, column)) ?? '';
  const missing = indexOf(table, known, [written], 'using gin ');
  return { ways: [{ columns: [], isEqual: false, isIndexed, missing: [missing] }], elsewhere: [] };
}

/** Returns the way by an index of the elements of lists. */
export function wayByElement(table: Table, column: string): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined || !table.dialect.hasArrays) return nothing;
  const stored = storedColumnName(known, column);
  const isIndexed = known.indexes?.some(({ method, columns }) => method === 'gin' && columns.includes(stored)) === true;
  const missing = indexOf(table, known, [storedText(table, known, column)], 'using gin ');
  return { ways: [{ columns: [], isEqual: false, isIndexed, missing: [missing] }], elsewhere: [] };
}

/** Returns the way by an index of a member of JSON. The database schema does not say which expressions an index contains. */
export function wayByMember(table: Table, column: string, member: MemberText, isEqual: boolean): Needs {
  const known = indexedTable(table, table.name);
  if (known === undefined || !table.dialect.indexesExpressions) return nothing;
  const isIndexed = known.indexes?.some(({ columns }) => columns.includes(null)) === true;
  const written = (names: readonly string[]) => names.map((name) => storedText(table, known, name));
  const end = isEqual ? written(storedNames(known, keyNames(table))) : [];
  const parts = [...written(constantsOf(table, known)), storedText(table, known, column, member), ...end];
  const missing = indexOf(table, known, parts);
  return { ways: [{ columns: [], isEqual, isIndexed, missing: [missing] }], elsewhere: [] };
}
