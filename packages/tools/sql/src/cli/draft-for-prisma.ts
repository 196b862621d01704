import { usageError } from '@linkage/core/internal';
import type { CatalogTable } from '@linkage/kysely';
import { modelsIn, prismaValues, readPrismaSchema, withComputed } from '../database/prisma-schema.ts';
import { prismaFiles } from '../files/prisma-files.ts';
import { draftModel } from '../model/draft-model.ts';
import { readDraftArguments } from './draft-arguments.ts';
import { assertTables, knownOptions, readDatabase, titleOf } from './read-database.ts';
import type { Terminal } from './terminal.ts';
import { assertNew, importPath, type OrmArguments, writeDraft } from './write-draft.ts';

/** Returns the schemas of tables with a model, the usual one first. */
function schemasOf(usual: string, tables: Iterable<CatalogTable>): readonly string[] {
  return [...new Set([usual, ...[...tables].map(({ schema }) => schema)])];
}

/** `draft --for prisma`: returns the exit status. */
export async function draftForPrisma(values: OrmArguments, terminal: Terminal): Promise<number> {
  const { folder, schema: file } = values;
  if (file === undefined)
    throw usageError('Pass the module of the client of Prisma, such as `--schema src/generated/prisma/client.ts`.');
  const schema = await readPrismaSchema(file);
  const database = await readDatabase(values.given, { writes: false }, terminal);
  try {
    const known = modelsIn(database.catalog, schema, file);
    if (database.kind !== known.database)
      throw usageError(`${file} is a client for ${schema.provider}, but the database is ${database.version}.`);
    const { catalog, models } = withComputed(database.catalog, known);
    const { kind } = database;
    const schemas = schemasOf(database.schema, models.keys());
    const choice = readDraftArguments({ ...values, schema: undefined }, schemas, catalog);
    const model = draftModel(catalog, {
      ...{ ...choice, ...(await knownOptions(database, schemas, values.sample)) },
      valuesOf: prismaValues(models),
    });
    assertTables(model, database, terminal, schemas);
    const origin = titleOf(database);
    const files = prismaFiles(model, { database: origin, path: importPath(folder, file), catalog, models });
    assertNew(folder, files);
    const imported = `${file}, @linkage/core, @linkage/prisma, and zod`;
    await writeDraft({ ...values, files, model, kind, origin, imported }, terminal);
    return 0;
  } finally {
    await database.close();
  }
}
