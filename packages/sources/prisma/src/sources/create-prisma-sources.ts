import type { Api, TypeName } from '@linkage/core';
import { optionTable, readOptions } from '@linkage/core/internal';
import { type KyselySource, type KyselySourceOptions, readDatabaseSchema } from '@linkage/kysely';
import { ormSources } from '@linkage/kysely/internal';
import { kyselyOf } from '../dialect/kysely-of.ts';
import type { PrismaDatabase } from '../dialect/prisma-dialect.ts';
import { kyselyMapping, type UntypedPrismaMapping } from '../mapping/kysely-mapping.ts';
import type { ModelName, PrismaMappings } from '../mapping/mapping.ts';
import { columnsByField, modelsOf } from '../schema/models.ts';

/** Options of `createPrismaSources`. */
export interface PrismaSourceOptions<Context = unknown>
  extends Pick<KyselySourceOptions<Context>, 'context' | 'onWarning' | 'outbox' | 'raisedErrors' | 'tenant'> {}

const options = optionTable({
  context: 'function',
  tenant: 'object',
  onWarning: 'function',
  outbox: 'string',
  raisedErrors: 'object',
});

/**
 * Creates data sources over the models of a client of Prisma, for PostgreSQL. Reads the database schema, and compares the mapping with it and
 * with the schema of Prisma. The client runs all statements, on its connections and in its transactions. The sources have all features of
 * `createKyselySources`, with the same number of statements.
 *
 * @param prisma The client. One transaction spans all sources over it.
 * @param mapping The model of each resource type. Types without a mapping can have other sources.
 * @throws {TypeError} If the database is not PostgreSQL, or if the mapping contradicts the API, the schema of Prisma, or the database. The error
 * says which part of the mapping is wrong.
 * @example
 * const sources = await createPrismaSources(api, prisma, {
 *   articles: { model: 'article', attributes: { title: 'headline' } },
 *   people: { model: 'person' },
 * });
 * const server = createServer(api, sources);
 */
export async function createPrismaSources<
  const A extends Api,
  Client extends PrismaDatabase,
  const Models extends { readonly [Name in TypeName<A>]?: ModelName<Client> },
  Context = unknown,
>(
  api: A,
  prisma: Client,
  mapping: PrismaMappings<A, Client, Models, NoInfer<Context>>,
  given: PrismaSourceOptions<Context> = {},
): Promise<{ readonly [Name in keyof Models & TypeName<A>]: KyselySource<A, Name, Context> }> {
  const read = readOptions<PrismaSourceOptions<Context>>('createPrismaSources', given, options);
  const kysely = kyselyOf(prisma);
  const models = modelsOf(prisma);
  const databaseSchema = await readDatabaseSchema(kysely);
  const all = mapping as unknown as Readonly<Record<string, UntypedPrismaMapping | undefined>>;
  const own = kyselyMapping(api, all, models, databaseSchema);
  const columnsOf = (type: string) => columnsByField(models.get(all[type]?.model ?? ''));
  return ormSources('createPrismaSources', api, kysely, own, { ...read, databaseSchema }, columnsOf) as never;
}
