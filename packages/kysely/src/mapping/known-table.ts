import { closestName } from '@linkage/core/internal';
import type { Catalog, CatalogTable } from '../dialects/catalog.ts';
import type { SqlDialect } from '../dialects/dialect.ts';

/** The database of a mapping: its dialect, and its tables as far as they are known. */
export interface MappedDatabase {
  readonly dialect: SqlDialect;
  readonly catalog: Catalog | undefined;
}

/** Says that a table does not have a column, and which one may be meant. */
export function missingColumn(name: string, { columns }: CatalogTable): string {
  const meant = closestName(name, [...columns.keys()]);
  return `the table does not have a column ${JSON.stringify(name)}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
}

/**
 * Returns the table of a mapping in the catalog; undefined without a catalog.
 *
 * @throws {TypeError} If the database does not have the table.
 */
export function catalogTable(where: string, name: string, { catalog }: MappedDatabase): CatalogTable | undefined {
  if (catalog === undefined) return undefined;
  const table = catalog.tables.get(name);
  if (table !== undefined) return table;
  const meant = closestName(name, [...catalog.tables.keys()]);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new TypeError(`${where}: the database does not have a table ${JSON.stringify(name)}.${hint}`);
}
