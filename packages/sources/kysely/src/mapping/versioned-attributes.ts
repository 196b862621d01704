import { catalogColumn, catalogTable, type MappedDatabase } from './known-table.ts';
import type { Table } from './table.ts';

/**
 * Returns the attributes that a version column determines, if every write of the row changes it: those that are columns of a table.
 * Expressions, and columns of views, can depend on other rows, the time, or the call.
 */
export function versionedAttributes(table: Table, database: MappedDatabase): readonly string[] {
  const known = catalogTable('createKyselySources', table.name, database);
  if (table.version === undefined || known?.kind !== 'table') return [];
  // A version of NULL stays NULL when it is counted up.
  if (catalogColumn(known, table.version)?.nullable !== false) return [];
  return [...table.columns].filter(([, { expression }]) => expression === undefined).map(([name]) => name);
}
