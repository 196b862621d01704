import type { Api, TypeName } from '@linkage/core';
import { optionTable, readOptions } from '@linkage/core/internal';
import type { KyselySource, KyselySourceOptions } from '@linkage/kysely';
import { dialectOf, ormSources } from '@linkage/kysely/internal';
import type { Table } from 'drizzle-orm';
import type { DrizzleDatabase } from '../dialect/drizzle-dialect.ts';
import { kyselyOf } from '../dialect/kysely-of.ts';
import { kyselyMapping } from '../mapping/kysely-mapping.ts';
import type { DrizzleMappings } from '../mapping/mapping.ts';
import type { UntypedDrizzleMapping } from '../mapping/untyped.ts';
import { storedColumns } from '../mapping/written-values.ts';
import { databaseSchemaOfTables } from '../schema/database-schema-rows.ts';
import { namesIn } from '../schema/names.ts';

/** Options of `createDrizzleSources`. */
export interface DrizzleSourceOptions<Context = unknown>
  extends Pick<KyselySourceOptions<Context>, 'context' | 'onWarning' | 'outbox' | 'raisedErrors' | 'tenant'> {
  /**
   * The database schema, from `readDatabaseSchema(kyselyOf(db))`. The mapping is then checked against the database itself, and rows without
   * triggers are read less often. Default: what the schema of Drizzle says about the tables of the mapping.
   */
  readonly databaseSchema?: KyselySourceOptions['databaseSchema'];
}

const options = optionTable({
  databaseSchema: 'object',
  context: 'function',
  tenant: 'object',
  onWarning: 'function',
  outbox: 'string',
  raisedErrors: 'object',
});

/**
 * Creates data sources over the tables of a schema of Drizzle, for PostgreSQL, SQLite, MySQL, and MariaDB. Drizzle runs all statements, on its
 * connections and in its transactions. The sources have all features of `createKyselySources`, with the same number of statements.
 *
 * @param db The database of Drizzle. One transaction spans all sources over it.
 * @param mapping The table of each resource type, and the columns of its relationships. Types without a mapping can have other sources.
 * @throws {TypeError} If the driver has no transactions that stay open, or if the mapping contradicts the API or the schema of Drizzle. The error
 * says which part of the mapping is wrong.
 * @example
 * const sources = createDrizzleSources(api, db, {
 *   articles: { table: articles, relationships: { author: { column: articles.authorId } } },
 *   people: { table: people, relationships: { articles: { foreignKey: articles.authorId } } },
 * });
 * const server = createServer(api, sources);
 */
export function createDrizzleSources<
  const A extends Api,
  const Tables extends { readonly [Name in TypeName<A>]?: Table },
  Context = unknown,
>(
  api: A,
  db: DrizzleDatabase,
  mapping: DrizzleMappings<A, Tables, NoInfer<Context>>,
  given: DrizzleSourceOptions<Context> = {},
): { readonly [Name in keyof Tables & TypeName<A>]: KyselySource<A, Name, Context> } {
  const { databaseSchema, ...read } = readOptions<DrizzleSourceOptions<Context>>(
    'createDrizzleSources',
    given,
    options,
  );
  const kysely = kyselyOf(db);
  if (read.outbox !== undefined && databaseSchema === undefined)
    throw new TypeError(
      'createDrizzleSources: `outbox` requires `databaseSchema: await readDatabaseSchema(kyselyOf(db))`. The schema of Drizzle does not contain every table whose rows the database deletes.',
    );
  const names = namesIn(db);
  const all = mapping as unknown as Readonly<Record<string, UntypedDrizzleMapping | undefined>>;
  const { mapping: own, tables } = kyselyMapping(api, all, names);
  const known = databaseSchema ?? databaseSchemaOfTables(tables, dialectOf(kysely), names);
  const columnsOf = (type: string) => storedColumns(all[type]?.table as Table, names);
  return ormSources('createDrizzleSources', api, kysely, own, { ...read, databaseSchema: known }, columnsOf) as never;
}
