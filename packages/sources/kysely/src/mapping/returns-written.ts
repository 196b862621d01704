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

/** Returns the types on whose rows the linkage of a row depends: it is null without a row that is a resource. */
export function linkedByRow({ storages }: Table): readonly Table[] {
  const targets = [...storages.values()].flatMap((it) =>
    it.kind === 'polymorphic' ? it.types.map(({ table }) => table) : it.kind === 'column' ? it.target : [],
  );
  return targets.filter((target) => target?.isLinkedByRow === true) as Table[];
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
  const isWritten = ({ name }: Table): boolean =>
    written.some((other) => identityOf(other, database) === identityOf(name, database));
  if (edges.length > 0 && linkedByRow(table).some((it) => it.scope?.isExpression === true || isWritten(it)))
    return false;
  return [table.name, ...written].every((name) => isQuiet(name, database));
}
