import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importError, usageError } from '@linkage/core/internal';
import type { Catalog, CatalogColumn, CatalogTable } from '@linkage/kysely';

/** Reads the module of a schema. `what` says what it should be, for the message about one that `read` does not accept. */
export async function readModule<Schema>(
  file: string,
  what: string,
  read: (module: object) => Schema,
): Promise<Schema> {
  const module: object = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw importError(file, error, process.version);
  });
  try {
    return read(module);
  } catch (error) {
    throw usageError(`${file} cannot be read as a ${what}: ${(error as Error).message}`);
  }
}

/** Returns the catalog of a database with other columns, and its tables by those that they replace. */
export function withColumns(
  catalog: Catalog,
  change: (known: CatalogColumn, name: string, table: CatalogTable) => CatalogColumn,
): { readonly catalog: Catalog; readonly changed: ReadonlyMap<CatalogTable, CatalogTable> } {
  const changed = new Map(
    [...new Set(catalog.tables.values())].map((table) => {
      const columns = [...table.columns].map(([name, known]) => [name, change(known, name, table)] as const);
      return [table, { ...table, columns: new Map(columns) }] as const;
    }),
  );
  const tables = new Map([...catalog.tables].map(([name, table]) => [name, changed.get(table) ?? table]));
  return { catalog: { ...catalog, tables }, changed };
}
