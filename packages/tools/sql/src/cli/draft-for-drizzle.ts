import { basename } from 'node:path';
import { usageError } from '@linkage/core/internal';
import type { DrizzleSchema } from '@linkage/drizzle/internal';
import type { DatabaseSchema } from '@linkage/kysely';
import { readDrizzleSchema, valuesOf, withSchema } from '../database/drizzle-schema.ts';
import { drizzleFiles } from '../files/drizzle-files.ts';
import { draftModel } from '../model/draft-model.ts';
import type { DraftModel, DraftOptions } from '../model/model.ts';
import { readDraftArguments } from './draft-arguments.ts';
import { assertTables, knownOptions, readDatabase, titleOf } from './read-database.ts';
import { printReasons } from './report.ts';
import type { Terminal } from './terminal.ts';
import { assertNew, importPath, type OrmArguments, writeDraft } from './write-draft.ts';

/** Returns the schemas of the tables, that of tables without one first. */
function schemasOf({ databaseSchema }: DrizzleSchema, usual: string | undefined): readonly string[] {
  const tables = [...databaseSchema.tables]
    .filter(([name, table]) => name === table.name)
    .map(([, { schema }]) => schema);
  const others = [...databaseSchema.tables.values()].map(({ schema }) => schema).filter((it) => !tables.includes(it));
  const first = usual === undefined ? tables.slice(0, 1) : [usual];
  return [...new Set([...first, ...others])];
}

/** @param usual The schema of tables without one. */
function modelOf(
  values: OrmArguments,
  schema: DrizzleSchema,
  inDatabase: DatabaseSchema,
  known: Partial<DraftOptions> = {},
  usual?: string,
) {
  const databaseSchema = withSchema(inDatabase, schema);
  const schemas = schemasOf(schema, usual);
  const choice = readDraftArguments({ ...values, schema: undefined }, schemas, databaseSchema);
  const { database } = schema;
  return draftModel(databaseSchema, { ...choice, ...known, database, valuesOf: valuesOf(databaseSchema, schema) });
}

async function readModel(
  values: OrmArguments,
  schema: DrizzleSchema,
  file: string,
  terminal: Terminal,
): Promise<{ readonly model: DraftModel; readonly title: string }> {
  if (values.given === undefined) {
    if (values.sample === true) throw usageError('--sample needs a database, whose values it reads.');
    const title = basename(file);
    const model = modelOf(values, schema, schema.databaseSchema);
    if (model.types.length === 0) printReasons(model, terminal);
    if (model.types.length === 0) throw usageError(`${file}: no table with a key can be served.`);
    return { model, title };
  }
  const database = await readDatabase(values.given, { writes: false, roles: values.roles }, terminal);
  try {
    if (database.kind !== schema.database)
      throw usageError(`${file} is a schema for ${schema.database}, but the database is ${database.version}.`);
    const title = titleOf(database);
    const schemas = schemasOf(schema, database.schema);
    const known = await knownOptions(database, schemas, { sample: values.sample });
    const model = modelOf(values, schema, database.databaseSchema, known, database.schema);
    assertTables(model, database, terminal, schemas);
    return { model, title };
  } finally {
    await database.close();
  }
}

/** `draft --for drizzle`: returns the exit status. */
export async function draftForDrizzle(values: OrmArguments, terminal: Terminal): Promise<number> {
  const { folder, schema: file } = values;
  if (file === undefined)
    throw usageError('Pass the module of the schema of Drizzle, such as `--schema src/schema.ts`.');
  const schema = await readDrizzleSchema(file);
  const { model, title } = await readModel(values, schema, file, terminal);
  const files = drizzleFiles(model, { database: title, path: importPath(folder, file), schema });
  assertNew(folder);
  await writeDraft({ ...values, files, model, kind: schema.database, origin: title, library: 'drizzle' }, terminal);
  return 0;
}
