import { catalogTable, type MappedDatabase } from './known-table.ts';
import { memberEdgesOf, type Table } from './table.ts';

/** Whether nothing of the database runs when rows of a table are written. False without a catalog. */
function isQuiet(name: string, database: MappedDatabase): boolean {
  return catalogTable('createKyselySources', name, database)?.isQuiet === true;
}

/** Returns the tables whose rows are resources of several types. The catalog can contain one table under several names. */
export function sharedTables(tables: Iterable<Table>, database: MappedDatabase): ReadonlySet<Table> {
  const known = new Map<unknown, Table>();
  const shared = new Set<Table>();
  for (const table of tables) {
    const columns = catalogTable('createKyselySources', table.name, database)?.columns;
    const first = columns && known.get(columns);
    if (first === undefined) known.set(columns, table);
    else shared.add(first).add(table);
  }
  return shared;
}

/** Whether an expression computes an attribute. */
export function hasExpressions({ columns }: Table): boolean {
  return [...columns.values()].some(({ expression }) => expression !== undefined);
}

/** Whether linkage depends on rows of other tables. */
export function dependsOnRows({ storages }: Table): boolean {
  return [...storages.values()].some(
    ({ kind, target }) => kind === 'polymorphic' || (kind === 'column' && target?.isLinkedByRow === true),
  );
}

/**
 * Whether the records that writes of a type return are those that a read would return afterward, and writes change nothing else, also no
 * resource of a type in the same table. A write returns the row before it changes the members of relationships.
 */
export function returnsWritten(table: Table, shared: ReadonlySet<Table>, database: MappedDatabase): boolean {
  if (shared.has(table)) return false;
  const edges = [...table.storages.values()].flatMap(memberEdgesOf);
  const written = edges.map((edge) => (edge.kind === 'through' ? edge.table : edge.target.name));
  // A member can be the resource itself, and an expression can depend on other rows.
  if (written.includes(table.name) || hasExpressions(table)) return false;
  if (dependsOnRows(table) && edges.length > 0) return false;
  return [table.name, ...written].every((name) => isQuiet(name, database));
}
