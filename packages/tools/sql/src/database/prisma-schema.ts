import { usageError } from '@linkage/core/internal';
import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import type { PrismaSchema, SchemaModel } from '@linkage/prisma/internal';
import { fieldOf } from '../files/prisma-files.ts';
import type { DatabaseKind, DraftOptions } from '../model/model.ts';
import { loadDriver } from './load-driver.ts';
import { readModule, withColumns } from './orm-schema.ts';

/** The databases, as Prisma names them. */
const providers: Readonly<Record<string, DatabaseKind>> = { postgresql: 'postgres' };

/** The models of a client by their tables. */
export interface ModelsByTable {
  readonly database: DatabaseKind;
  readonly models: ReadonlyMap<DatabaseTable, SchemaModel>;
}

/** Reads the models of the client that a module exports. */
export async function readPrismaSchema(file: string): Promise<PrismaSchema> {
  const { readClientModule } = (await loadDriver(
    '@linkage/prisma/internal',
  )) as typeof import('@linkage/prisma/internal');
  if (file.endsWith('.prisma'))
    throw usageError(
      `${file} is the schema. Run \`prisma generate\`, and pass the module of the client, such as \`--schema src/generated/prisma/client.ts\`.`,
    );
  return readModule(file, 'client of Prisma', readClientModule);
}

/** Returns the models of a client by their tables, as the database schema knows them. */
export function modelsIn({ tables }: DatabaseSchema, { provider, models }: PrismaSchema, file: string): ModelsByTable {
  const database = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (database === undefined)
    throw usageError(
      `${file} is a client for ${provider}, which sources over Prisma do not support. Draft without --for.`,
    );
  const found = models.flatMap((model): [DatabaseTable, SchemaModel][] => {
    const table = tables.get(model.table);
    return table === undefined ? [] : [[table, model]];
  });
  return { database, models: new Map(found) };
}

/**
 * Returns the database schema with the columns that Prisma computes. Clients cannot write them. The sources create the ids that Prisma
 * would create.
 */
export function withComputed(
  databaseSchema: DatabaseSchema,
  { models }: ModelsByTable,
): { readonly databaseSchema: DatabaseSchema; readonly models: ReadonlyMap<DatabaseTable, SchemaModel> } {
  const { databaseSchema: own, changed } = withColumns(databaseSchema, (known, name, table) => {
    const model = models.get(table);
    const computed = model?.computed.get(fieldOf(model, name) ?? '');
    const isId = table.primaryKey?.length === 1 && table.primaryKey[0] === name;
    if (isId && computed !== undefined) return { ...known, default: known.default ?? 'uuid()' };
    return computed === undefined || computed === 'id' ? known : { ...known, generated: 'stored' };
  });
  return {
    databaseSchema: own,
    models: new Map([...models].map(([table, model]) => [changed.get(table) ?? table, model])),
  };
}

/** Returns what sources over Prisma read. A column that the client does not have is left out, and so is a time, which Prisma reads as a date. */
export function prismaValues(models: ReadonlyMap<DatabaseTable, SchemaModel>): NonNullable<DraftOptions['valuesOf']> {
  return (table, column, usual) => {
    const model = models.get(table);
    // The draft of a table without a model is an error, which names the table.
    if (model === undefined) return usual;
    const field = fieldOf(model, column);
    if (field === undefined || /^time\b(?!stamp)/.test(table.columns.get(column)?.typeName ?? '')) return undefined;
    if (usual?.kind === 'local time') return { kind: 'instant' };
    // The compiler compares the values with the names that Prisma gives them.
    if (usual?.kind === 'enum' && model.renamedEnums.has(field)) return { kind: 'text' };
    // A check constraint says that a string is JSON, but Prisma does not parse it.
    return usual?.kind === 'json' && model.fields.get(field)?.type !== 'Json' ? { kind: 'text' } : usual;
  };
}
