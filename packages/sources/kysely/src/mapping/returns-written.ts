import { columnKinds } from '../columns/column-kinds.ts';
import { databaseTable, type MappedDatabase } from './known-table.ts';
import { memberPartsOf, type Table } from './table.ts';

/** Whether nothing of the database runs when rows of a table are written. False without a database schema. */
function isQuiet(name: string, database: MappedDatabase): boolean {
  return databaseTable('createKyselySources', name, database)?.isQuiet === true;
}

/** Whether a table stores each id of a request as it is. False without a database schema. */
export function keepsIds({ name, key }: Table, database: MappedDatabase): boolean {
  return (
    isQuiet(name, database) &&
    key.every(({ type }) => columnKinds[type?.kind ?? 'other'].isExact && type?.isPadded !== true)
  );
}

/** Identifies a table by its name. The database schema can contain it under several; without one, only a schema can make a difference. */
function identityOf(name: string, database: MappedDatabase): unknown {
  return databaseTable('createKyselySources', name, database)?.columns ?? name.split('.').at(-1)?.toLowerCase();
}

/** The tables of types whose rows another type writes, too, each with those of these types. */
export type SharedTables = ReadonlyMap<Table, ReadonlySet<Table>>;

/** Returns the tables of types whose rows another type writes, too, as its own rows or as those of a join table, and the tables of those types. */
export function sharedTables(tables: readonly Table[], database: MappedDatabase): SharedTables {
  const byIdentity = Map.groupBy(tables, ({ name }) => identityOf(name, database));
  const shared = new Map<Table, Set<Table>>();
  const add = (table: Table, other: Table): void => void shared.set(table, (shared.get(table) ?? new Set()).add(other));
  for (const table of tables) {
    const parts = [...table.storages.values()].flatMap(memberPartsOf);
    for (const name of [table.name, ...parts.flatMap((part) => (part.kind === 'through' ? part.table : []))])
      for (const other of byIdentity.get(identityOf(name, database)) ?? [])
        if (other !== table) {
          add(table, other);
          add(other, table);
        }
  }
  return shared;
}

/** Returns the attributes that expressions compute. */
export function computedAttributes({ columns }: Table): readonly string[] {
  return [...columns].flatMap(([name, { expression }]) => (expression === undefined ? [] : [name]));
}

/** Returns the types on whose rows the linkage of a row depends: it is null without a row that is a resource. */
export function linkedByRow({ storages }: Table): readonly Table[] {
  return [...storages.values()].flatMap((it) => {
    const targets =
      it.kind === 'polymorphic' ? it.types.map(({ table }) => table) : it.kind === 'column' ? [it.target] : [];
    const isRead = it.kind === 'column' && it.references !== undefined;
    return targets.filter((target) => target !== undefined && (isRead || target.isLinkedByRow)) as Table[];
  });
}

/** Returns why it is unknown what runs when rows of a table are written; undefined if nothing does. */
function noiseOf(name: string, database: MappedDatabase): string | undefined {
  if (isQuiet(name, database)) return undefined;
  if (databaseTable('createKyselySources', name, database)?.isQuiet !== false)
    return `Without the database schema, it is unknown whether writes to "${name}" run triggers.`;
  return `The database schema does not say that "${name}" is a table whose writes run no trigger and no rule of the database.`;
}

const quotedTypes = (tables: Iterable<Table>): string => [...tables].map(({ type }) => `"${type.name}"`).join(', ');

/**
 * Returns why the records that writes of a type return may not be those that a read would return afterward, or writes may change something else,
 * such as a resource of a type in the same table. Empty if neither is possible. A write returns the row before it changes the members of
 * relationships.
 */
export function whyReadAgain(table: Table, shared: SharedTables, database: MappedDatabase): readonly string[] {
  const parts = [...table.storages.values()].flatMap(memberPartsOf);
  const written = parts.map((part) => (part.kind === 'through' ? part.table : part.target.name));
  const isWritten = ({ name }: Table): boolean =>
    written.some((other) => identityOf(other, database) === identityOf(name, database));
  const dependent =
    parts.length > 0 ? linkedByRow(table).filter((it) => it.rowFilter?.isExpression === true || isWritten(it)) : [];
  const [others, computed] = [shared.get(table), computedAttributes(table)];
  const reasons = [
    others && `Writes of ${quotedTypes(others)} change rows of the same tables.`,
    written.includes(table.name) &&
      `A member of a relationship can be the resource itself, in the table "${table.name}".`,
    computed.length > 0 &&
      `Expressions compute ${computed.map((name) => `"${name}"`).join(', ')}, also from other rows.`,
    dependent.length > 0 &&
      `Links to ${quotedTypes(dependent)} depend on rows that the write changes, or on other rows.`,
    ...new Set([table.name, ...written].map((name) => noiseOf(name, database))),
  ];
  return reasons.filter((reason) => typeof reason === 'string');
}
