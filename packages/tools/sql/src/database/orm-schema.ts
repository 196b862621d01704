import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importError, usageError } from '@linkage/core/internal';
import type { DatabaseColumn, DatabaseSchema, DatabaseTable } from '@linkage/kysely';

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

/** Returns the database schema with other columns, and its tables by those that they replace. */
export function withColumns(
  databaseSchema: DatabaseSchema,
  change: (known: DatabaseColumn, name: string, table: DatabaseTable) => DatabaseColumn,
): { readonly databaseSchema: DatabaseSchema; readonly changed: ReadonlyMap<DatabaseTable, DatabaseTable> } {
  const changed = new Map(
    [...new Set(databaseSchema.tables.values())].map((table) => {
      const columns = [...table.columns].map(([name, known]) => [name, change(known, name, table)] as const);
      return [table, { ...table, columns: new Map(columns) }] as const;
    }),
  );
  const tables = new Map([...databaseSchema.tables].map(([name, table]) => [name, changed.get(table) ?? table]));
  return { databaseSchema: { ...databaseSchema, tables }, changed };
}
