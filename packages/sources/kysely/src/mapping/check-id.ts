import { keyNames } from './key.ts';
import {
  databaseColumn,
  databaseTable,
  isUnique,
  type MappedDatabase,
  quoted,
  storedColumnName,
} from './known-table.ts';
import type { Table } from './table.ts';

/**
 * Checks that an id identifies one row: its columns contain those of the primary key, or of a unique index.
 *
 * @throws {TypeError} If they do not, but the table has a primary key or a unique index.
 */
export function checkId(table: Table, database: MappedDatabase): void {
  const where = `createKyselySources: mapping.${table.type.name}.id`;
  const known = databaseTable(where, table.name, database);
  if (known === undefined || known.kind !== 'table') return;
  const names = keyNames(table);
  const { primaryKey, indexes = [], columns, hidden } = known;
  const loose = names.find((name) => databaseColumn(known, name)?.hasSpellings === true);
  if (loose !== undefined)
    database.warn?.(
      where,
      `The column "${loose}" has a collation for which different strings are equal, such as "a" and "A", but ids are not. References are read with the id of their row, which takes longer. Use a binary collation.`,
    );
  // The number of a row is unique.
  const isNumber = (name: string): boolean => !columns.has(name) && hidden?.has(name.toLowerCase()) === true;
  if (names.some((name) => isNumber(storedColumnName(known, name)))) return;
  if (isUnique(known, names, table.rowFilter !== undefined)) return;
  if (primaryKey === undefined && !indexes.some((index) => index.isUnique)) {
    database.warn?.(
      where,
      `The table "${table.name}" has no primary key, so two rows can have the same ${quoted(names)}.`,
    );
    return;
  }
  const key = primaryKey === undefined ? '' : ` Its primary key is ${quoted(primaryKey)}.`;
  throw new TypeError(
    `${where}: ${quoted(names)} must be the primary key of "${table.name}", or unique, because an id identifies one row.${key}`,
  );
}
