import type { Expression, SqlBool } from 'kysely';
import type { DatabaseForeignKey, DatabaseTable } from '../dialects/database-schema.ts';
import { type Key, keyNames } from '../mapping/key.ts';
import { databaseTable, type MappedDatabase } from '../mapping/known-table.ts';
import { eb, memberPartsOf, type Table } from '../mapping/table.ts';
import { keyAt, selectedKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';

/** Rows that a deletion of other rows deletes, too. */
export interface Cascade {
  readonly child: Table;
  /** Whether the database deletes them. It does so only if the other rows are deleted, not marked. */
  readonly byDatabase: boolean;
  /** Whether a row is one of them, when the rows with some keys are deleted. */
  readonly rows: (keys: readonly Key[]) => readonly Expression<SqlBool>[];
}

/** Returns what the mapping deletes with a row of a table. */
function declaredOf(table: Table): readonly Cascade[] {
  return [...table.storages.values()].flatMap(memberPartsOf).flatMap((part) => {
    if (part.kind !== 'foreign-key' || part.onDelete !== 'cascade') return [];
    const { target, columns, typed } = part;
    const rows: Cascade['rows'] = (keys) => [
      keysCondition(table.dialect, keys)(keyAt(undefined, columns)),
      ...isTyped(undefined, typed),
    ];
    return [{ child: target, byDatabase: false, rows }];
  });
}

/** Returns the rows whose foreign key references rows of a table. */
function referencing(table: Table, columns: readonly string[], references: readonly string[]): Cascade['rows'] {
  return (keys) => {
    const deleted = keysCondition(table.dialect, keys)(keyAt('deleted', keyNames(table)));
    const values = eb
      .selectFrom(`${table.name} as deleted`)
      .select(selectedKey(keyAt('deleted', references)))
      .where(deleted);
    return [eb(keyAt(undefined, columns).row, 'in', values)];
  };
}

/** The foreign keys of the database schema whose rows a deletion of a referenced row deletes, by the referenced table. */
type Cascading = ReadonlyMap<
  DatabaseTable,
  readonly { readonly child: DatabaseTable; readonly key: DatabaseForeignKey }[]
>;

function cascadingOf({ databaseSchema }: MappedDatabase): Cascading {
  const all = [...new Set(databaseSchema?.tables.values())].flatMap((child) =>
    (child.foreignKeys ?? []).flatMap((key) => {
      const parent = key.onDelete === 'cascade' ? databaseSchema?.tables.get(key.table) : undefined;
      return parent === undefined ? [] : [{ child, key, parent }];
    }),
  );
  return Map.groupBy(all, ({ parent }) => parent);
}

/**
 * Returns what a deletion of a row of each table deletes, too, by the mapping and by the database schema.
 *
 * @throws {TypeError} Without a database schema, or if a table without a type is between two tables of types: its rows have no ids.
 */
export function cascadesOf(tables: readonly Table[], database: MappedDatabase): ReadonlyMap<Table, readonly Cascade[]> {
  const where = 'createKyselySources: `outbox`';
  if (database.databaseSchema === undefined)
    throw new TypeError(
      `${where} requires \`databaseSchema\`, which says what the database deletes by \`on delete cascade\`.`,
    );
  const cascading = cascadingOf(database);
  // A table of the database schema is known by its columns: it can have several names, and several types.
  const types = Map.groupBy(tables, (table) => databaseTable(where, table.name, database)?.columns);
  const parents = new Map([...cascading.keys()].map((parent) => [parent.columns, parent]));

  const assertNoneBeyond = (parent: DatabaseTable, first: DatabaseTable): void => {
    const beyond = new Set([first]);
    for (const table of beyond) {
      for (const { child } of cascading.get(table) ?? []) {
        if (types.has(child.columns)) {
          const chain = `"${parent.name}" deletes rows of "${table.name}", and these delete rows of "${child.name}"`;
          throw new TypeError(`${where}: a deletion from ${chain}. Declare a type for "${table.name}".`);
        }
        beyond.add(child);
      }
    }
  };
  const byDatabase = (table: Table): readonly Cascade[] => {
    const columns = databaseTable(where, table.name, database)?.columns;
    const parent = columns && parents.get(columns);
    return (parent === undefined ? [] : (cascading.get(parent) ?? [])).flatMap(({ child, key }) => {
      const own = types.get(child.columns);
      if (own === undefined && parent !== undefined) assertNoneBeyond(parent, child);
      const references = key.references.length > 0 ? key.references : (parent?.primaryKey ?? []);
      const rows = referencing(table, key.columns, references);
      return (own ?? []).map((it) => ({ child: it, byDatabase: true, rows }));
    });
  };
  return new Map(tables.map((table) => [table, [...declaredOf(table), ...byDatabase(table)]]));
}
