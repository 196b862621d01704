import type { ColumnType } from '@linkage/storage';
import type { Kysely } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { dialectOf } from './dialect-of.ts';

/** A column as the catalog of the database describes it. */
export interface CatalogColumn {
  readonly type: ColumnType;
  readonly nullable: boolean;
}

/** A foreign key as the catalog of the database describes it. */
export interface CatalogForeignKey {
  readonly columns: readonly string[];
  /** The referenced table, as `schema.table`. */
  readonly table: string;
  /** The referenced columns, in the order of `columns`. */
  readonly references: readonly string[];
}

/** A table or a view as the catalog of the database describes it. */
export interface CatalogTable {
  readonly columns: ReadonlyMap<string, CatalogColumn>;
  /** The columns of each constraint and each unique index. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
  /** Default: none is declared, or the database does not say so. */
  readonly foreignKeys?: readonly CatalogForeignKey[];
  /** Columns that statements find but do not list, such as `rowid` in SQLite. */
  readonly hidden?: ReadonlyMap<string, CatalogColumn>;
  /** Whether the table is a view, which no foreign key references. */
  readonly isView?: boolean;
  /** Whether statements find columns by their names in any letter case. */
  readonly ignoresCase?: boolean;
}

/**
 * The tables of a database by `schema.table`, and those that statements find without the name of a schema also by their name
 * alone.
 */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>;
}

/** A table while its rows are read. */
interface GrowingTable {
  readonly columns: Map<string, CatalogColumn>;
  readonly constraints: Map<string, string[]>;
  readonly foreignKeys: { columns: string[]; table: string; references: string[] }[];
  readonly hidden: Map<string, CatalogColumn>;
  readonly isView: boolean;
  readonly ignoresCase: boolean;
}

function addReferences(tables: ReadonlyMap<string, GrowingTable>, rows: CatalogRows['references']): void {
  const keys = new Map<string, GrowingTable['foreignKeys'][number]>();
  for (const { schema, table, constraint, column, targetSchema, targetTable, targetColumn } of rows) {
    const own = tables.get(`${schema}.${table}`);
    if (own === undefined) continue;
    const name = JSON.stringify([schema, table, String(constraint)]);
    const key = keys.get(name) ?? { columns: [], table: `${targetSchema}.${targetTable}`, references: [] };
    if (!keys.has(name)) own.foreignKeys.push(key);
    keys.set(name, key);
    key.columns.push(column);
    if (targetColumn !== null) key.references.push(targetColumn);
  }
}

function catalogOf({ columns, constraints, references }: CatalogRows, { typeOf, ignoresCase }: SqlDialect): Catalog {
  const tables = new Map<string, GrowingTable>();
  for (const { schema, found, table, column, type, nullable, view, hidden } of columns) {
    const name = `${schema}.${table}`;
    const isView = Number(view) === 1;
    const empty = { columns: new Map(), constraints: new Map(), foreignKeys: [], hidden: new Map() };
    const known = tables.get(name) ?? { ...empty, isView, ignoresCase };
    tables.set(name, known);
    if (Number(found) === 1 && !tables.has(table)) tables.set(table, known);
    (Number(hidden) === 1 ? known.hidden : known.columns).set(column, { type: typeOf(type), nullable });
  }
  for (const { schema, table, constraint, column } of constraints) {
    const own = tables.get(`${schema}.${table}`)?.constraints;
    own?.set(constraint, [...(own.get(constraint) ?? []), column]);
  }
  addReferences(tables, references);
  return { tables };
}

/**
 * Reads the columns, constraints, and foreign keys of all tables from the database. Pass the catalog to `createKyselySources`, so that a
 * mistake in a mapping is found at start, and a value that a column cannot hold is found before it reaches the database.
 *
 * @example
 * const catalog = await readCatalog(db);
 * const sources = createKyselySources(api, db, mapping, { catalog });
 */
export async function readCatalog<Database>(db: Kysely<Database>): Promise<Catalog> {
  // The names of the catalog are those of the database, which a plugin can change in statements.
  const any = db.withoutPlugins() as unknown as Kysely<never>;
  const dialect = dialectOf(any);
  return catalogOf(await dialect.readCatalog(any), dialect);
}
