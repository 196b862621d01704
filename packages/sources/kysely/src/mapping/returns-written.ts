import { columnKinds } from '../columns/column-kinds.ts';
import { catalogTable, type MappedDatabase } from './known-table.ts';
import { memberEdgesOf, type Table } from './table.ts';

/** Whether nothing of the database runs when rows of a table are written. False without a catalog. */
function isQuiet(name: string, database: MappedDatabase): boolean {
  return catalogTable('createKyselySources', name, database)?.isQuiet === true;
}

/** Whether a table stores each id of a request as it is. False without a catalog. */
export function keepsIds({ name, key }: Table, database: MappedDatabase): boolean {
  return (
    isQuiet(name, database) &&
    key.every(({ type }) => columnKinds[type?.kind ?? 'other'].isExact && type?.isPadded !== true)
  );
}

/** Identifies a table by its name. The catalog can contain it under several; without one, only a schema can make a difference. */
function identityOf(name: string, database: MappedDatabase): unknown {
  return catalogTable('createKyselySources', name, database)?.columns ?? name.split('.').at(-1)?.toLowerCase();
}

/** Returns the tables of types whose rows another type writes, too, as its own rows or as those of a join table, with those of this type. */
export function sharedTables(tables: readonly Table[], database: MappedDatabase): ReadonlySet<Table> {
  const byIdentity = Map.groupBy(tables, ({ name }) => identityOf(name, database));
  const shared = new Set<Table>();
  for (const table of tables) {
    const edges = [...table.storages.values()].flatMap(memberEdgesOf);
    for (const name of [table.name, ...edges.flatMap((edge) => (edge.kind === 'through' ? edge.table : []))])
      for (const other of byIdentity.get(identityOf(name, database)) ?? [])
        if (other !== table) shared.add(table).add(other);
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
