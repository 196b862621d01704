import type { Kysely } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import { type ColumnType, parseColumnType } from './column-type.ts';
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

/** The tables of a database by name; `schema.table` for those outside the default schema. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>;
}

function catalogOf({ columns, constraints }: CatalogRows): Catalog {
  const tables = new Map<string, { columns: Map<string, CatalogColumn>; constraints: Map<string, string[]> }>();
  const nameOf = ({ schema, table }: { readonly schema: string; readonly table: string }): string =>
    schema === '' ? table : `${schema}.${table}`;
  for (const row of columns) {
    const name = nameOf(row);
    const table = tables.get(name) ?? { columns: new Map(), constraints: new Map() };
    tables.set(name, table);
    table.columns.set(row.column, { type: parseColumnType(row.type), nullable: row.nullable });
  }
  for (const row of constraints) {
    const own = tables.get(nameOf(row))?.constraints;
    own?.set(row.constraint, [...(own.get(row.constraint) ?? []), row.column]);
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
