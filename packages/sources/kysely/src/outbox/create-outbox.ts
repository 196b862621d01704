import { databaseTable, type MappedDatabase } from '../mapping/known-table.ts';
import { storageOf } from '../mapping/storage.ts';
import type { Table } from '../mapping/table.ts';
import { cascadesOf } from './cascades.ts';
import type { Outbox } from './events.ts';
import { sidesOf } from './sides.ts';

/**
 * Returns what writes need to write events to a table.
 *
 * @throws {TypeError} Without a database schema, if the database does not have the table, or if a deletion cannot be followed.
 */
export function createOutbox(table: string, tables: readonly Table[], database: MappedDatabase): Outbox {
  const cascades = cascadesOf(tables, database);
  databaseTable('createKyselySources: `outbox`', table, database);
  const inverses = tables.map((it) => {
    const storages = Object.entries(storageOf(it));
    return [it, new Map(storages.map(([name, storage]) => [name, storage.inverses ?? []]))] as const;
  });
  const sides = sidesOf(tables);
  return {
    ...{ table, cascades, inverses: new Map(inverses) },
    from: Map.groupBy(sides, (side) => side.table),
    to: Map.groupBy(sides, ({ target }) => target),
  };
}
