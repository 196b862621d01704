import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importError, usageError } from '@linkage/core/internal';
import type { DrizzleSchema, SchemaColumn } from '@linkage/drizzle/internal';
import type { Catalog, CatalogColumn, CatalogTable } from '@linkage/kysely';
import { tableNameOf } from '../model/chosen-tables.ts';
import type { DraftOptions, DraftValue } from '../model/model.ts';
import { loadDriver } from './load-driver.ts';

/** Reads the tables that a module exports. */
export async function readDrizzleSchema(file: string): Promise<DrizzleSchema> {
  const { readSchema } = (await loadDriver('@linkage/drizzle/internal')) as typeof import('@linkage/drizzle/internal');
  const module: object = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw importError(file, error, process.version);
  });
  try {
    return readSchema(module);
  } catch (error) {
    throw usageError(`${file} cannot be read as a schema of Drizzle: ${(error as Error).message}`);
  }
}

function columnOf(known: CatalogColumn, isKey: boolean, own?: CatalogColumn, facts?: SchemaColumn): CatalogColumn {
  const computed = isKey ? { default: known.default ?? '$defaultFn()' } : { generated: 'stored' as const };
  return {
    ...known,
    ...(own !== undefined && { type: own.type, typeName: own.typeName, labels: own.labels ?? known.labels }),
    ...(facts?.isComputed === true && computed),
  };
}

/**
 * Returns the catalog of a database with what the schema of Drizzle says about its columns: the types of their values, and which of them the
 * schema computes. Clients cannot write these.
 */
export function withSchema(catalog: Catalog, schema: DrizzleSchema): Catalog {
  const changed = new Map(
    [...new Set(catalog.tables.values())].map((table): [CatalogTable, CatalogTable] => {
      const name = tableNameOf(catalog, table);
      const own = schema.catalog.tables.get(name);
      const columns = [...table.columns].map(([column, known]): [string, CatalogColumn] => {
        const isKey = table.primaryKey?.includes(column) === true;
        // In SQLite only, a column of a primary key can be NULL.
        const nullable = known.nullable && !(isKey && schema.database !== 'sqlite');
        return [
          column,
          columnOf(
            { ...known, nullable },
            isKey,
            own?.columns.get(column),
            schema.tables.get(name)?.columns.get(column),
          ),
        ];
      });
      return [table, { ...table, columns: new Map(columns) }];
    }),
  );
  return {
    ...catalog,
    tables: new Map([...catalog.tables].map(([name, table]) => [name, changed.get(table) ?? table])),
  };
}

function valueIn({ values }: SchemaColumn, usual: DraftValue | undefined): DraftValue | undefined {
  if (values === 'unknown') return undefined;
  if (values === 'integer') return usual?.kind === 'integer' ? usual : { kind: 'integer' };
  if (values !== undefined) return { kind: values };
  // A check constraint says that a text is JSON, but Drizzle does not parse it.
  return usual?.kind === 'json' ? { kind: 'text' } : usual;
}

/** Returns what sources over a schema of Drizzle read. A column that the schema lacks is left out. */
export function valuesOf(catalog: Catalog, { tables }: DrizzleSchema): NonNullable<DraftOptions['valuesOf']> {
  return (table, column, usual) => {
    const own = tables.get(tableNameOf(catalog, table));
    // The draft of a table that the schema lacks is an error, which names the table.
    if (own === undefined) return usual;
    const known = own.columns.get(column);
    return known && valueIn(known, usual);
  };
}
