import { type ColumnType, parseColumnType } from '@linkage/core/records';
import type { Kysely } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import { dialectOf } from './dialect-of.ts';

/** A column as the catalog of the database describes it. */
export interface CatalogColumn {
  readonly type: ColumnType;
  readonly nullable: boolean;
}

/** A table or a view as the catalog of the database describes it. */
export interface CatalogTable {
  readonly columns: ReadonlyMap<string, CatalogColumn>;
  /** The columns of each constraint and each unique index. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
}

/** The tables of a database by `schema.table`, and those of the default schema by their name alone as well. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>;
}

/** A table while its rows are read. */
interface GrowingTable {
  readonly columns: Map<string, CatalogColumn>;
  readonly constraints: Map<string, string[]>;
}

function catalogOf({ columns, constraints }: CatalogRows): Catalog {
  const tables = new Map<string, GrowingTable>();
  for (const { schema, found, table, column, type, nullable } of columns) {
    const name = `${schema}.${table}`;
    const known = tables.get(name) ?? { columns: new Map(), constraints: new Map() };
    tables.set(name, known);
    if (Number(found) === 1) tables.set(table, known);
    known.columns.set(column, { type: parseColumnType(type), nullable });
  }
  for (const { schema, table, constraint, column } of constraints) {
    const own = tables.get(`${schema}.${table}`)?.constraints;
    own?.set(constraint, [...(own.get(constraint) ?? []), column]);
  }
  return { tables };
}

/**
 * Reads the names and types of all columns from the database. Pass the catalog to `createKyselySources`, so that a mistake
 * in a mapping is found at start, and a value that a column cannot hold is found before it reaches the database.
 *
 * @example
 * const catalog = await readCatalog(db);
 * const sources = createKyselySources(api, db, mapping, { catalog });
 */
export async function readCatalog<Database>(db: Kysely<Database>): Promise<Catalog> {
  const any = db as unknown as Kysely<never>;
  return catalogOf(await dialectOf(any).readCatalog(any));
}
