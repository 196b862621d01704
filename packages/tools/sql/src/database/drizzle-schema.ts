import type { DrizzleSchema, SchemaColumn } from '@linkage/drizzle/internal';
import type { DatabaseSchema } from '@linkage/kysely';
import { tableNameOf } from '../model/chosen-tables.ts';
import type { DraftValue } from '../model/draft-value.ts';
import type { DraftOptions } from '../model/model.ts';
import { loadDriver } from './load-driver.ts';
import { readModule, withColumns } from './orm-schema.ts';

/** Reads the tables that a module exports. */
export async function readDrizzleSchema(file: string): Promise<DrizzleSchema> {
  const { readSchema } = (await loadDriver('@linkage/drizzle/internal')) as typeof import('@linkage/drizzle/internal');
  return readModule(file, 'schema of Drizzle', readSchema);
}

/**
 * Returns the database schema with what the schema of Drizzle says about its columns: the types of their values, and which of them the
 * schema computes. Clients cannot write these.
 */
export function withSchema(databaseSchema: DatabaseSchema, schema: DrizzleSchema): DatabaseSchema {
  return withColumns(databaseSchema, (known, column, table) => {
    const name = tableNameOf(databaseSchema, table);
    const own = schema.databaseSchema.tables.get(name)?.columns.get(column);
    const isKey = table.primaryKey?.includes(column) === true;
    const computed = isKey ? { default: known.default ?? '$defaultFn()' } : { generated: 'stored' as const };
    return {
      ...known,
      // In SQLite only, a column of a primary key can be NULL.
      nullable: known.nullable && !(isKey && schema.database !== 'sqlite'),
      ...(own !== undefined && { type: own.type, typeName: own.typeName, labels: own.labels ?? known.labels }),
      ...(schema.tables.get(name)?.columns.get(column)?.isComputed === true && computed),
    };
  }).databaseSchema;
}

function valueIn({ values }: SchemaColumn, usual: DraftValue | undefined): DraftValue | undefined {
  if (values === 'unknown') return undefined;
  if (values === 'integer') return usual?.kind === 'integer' ? usual : { kind: 'integer' };
  if (values !== undefined) return { kind: values };
  // A check constraint says that a string is JSON, but Drizzle does not parse it.
  return usual?.kind === 'json' ? { kind: 'text' } : usual;
}

/** Returns what sources over a schema of Drizzle read. A column that the schema lacks is left out. */
export function valuesOf(
  databaseSchema: DatabaseSchema,
  { tables }: DrizzleSchema,
): NonNullable<DraftOptions['valuesOf']> {
  return (table, column, usual) => {
    const own = tables.get(tableNameOf(databaseSchema, table));
    // The draft of a table that the schema lacks is an error, which names the table.
    if (own === undefined) return usual;
    const known = own.columns.get(column);
    return known && valueIn(known, usual);
  };
}
