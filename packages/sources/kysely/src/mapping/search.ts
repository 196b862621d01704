import type { AttributeDefinition } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { WordSearch } from '../dialects/word-search.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { assertColumns, databaseColumn, type KnownTable, storedColumnName } from './known-table.ts';

const searchMembers: OptionTable = optionTable({ columns: 'array', language: 'string', table: 'string' }, 'member');

/** The table of a column. */
export interface SearchingPlace {
  readonly dialect: SqlDialect;
  readonly table: KnownTable | undefined;
  /** Throws if the database is known to lack a table. */
  readonly findTable?: (name: string) => unknown;
}

/** Whether an index of words contains exactly some columns. */
function hasIndex(table: KnownTable, names: readonly string[]): boolean {
  const stored = new Set(names.map((name) => storedColumnName(table, name)));
  const { indexes = [] } = table;
  return indexes.some(
    ({ method, columns }) =>
      method === 'fulltext' && columns.length === stored.size && columns.every((it) => it !== null && stored.has(it)),
  );
}

/**
 * Returns how the operator `search` finds the words of an attribute; undefined if the attribute does not have it.
 *
 * @param column The column of the attribute; undefined if an expression computes it.
 * @throws {TypeError} If the database cannot search there.
 */
export function searchOf(
  where: string,
  { name, operators }: AttributeDefinition,
  { type, search = {} }: Pick<ColumnMapping, 'type' | 'search'>,
  column: string | undefined,
  { dialect, table, findTable }: SearchingPlace,
): WordSearch | undefined {
  const { columns, ...options } = readOptions(`${where}.search`, search, searchMembers);
  if (operators?.includes('search') !== true) return undefined;
  const own = column === undefined ? [] : [column];
  const names = columns ?? own;
  assertColumns(`${where}.search`, table, names);
  if (options.table !== undefined) findTable?.(options.table);
  const [known] = names.map((it) => table && databaseColumn(table, it)?.typeName);
  const found = dialect.wordSearch({
    ...options,
    columns: names,
    isVector: (known ?? (columns === undefined ? type : 'tsvector')) === 'tsvector',
    isIndexed: table && hasIndex(table, names),
  });
  if (typeof found === 'object') return found;
  throw new TypeError(`${where}: the attribute "${name}" has the operator \`search\`, but ${found}.`);
}
