import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { usageError } from '@linkage/core/internal';
import type { DatabaseTable } from '@linkage/kysely';
import { modelsIn, prismaValues, readPrismaSchema, withComputed } from '../database/prisma-schema.ts';
import { newParts } from '../files/compare-draft.ts';
import { constantCode, draftFiles, uses } from '../files/draft-files.ts';
import { prismaFiles } from '../files/prisma-files.ts';
import { writePatch } from '../files/write-patch.ts';
import { draftModel } from '../model/draft-model.ts';
import type { DraftModel } from '../model/model.ts';
import { differenceText } from './check.ts';
import { differencesOf } from './differences.ts';
import { choose, draftOptions, flag, optionsText, readDraftArguments, text } from './draft-arguments.ts';
import { draftForDrizzle } from './draft-for-drizzle.ts';
import { type OwnApi, readApi } from './read-api.ts';
import { assertTables, knownOptions, readDatabase, titleOf } from './read-database.ts';
import { tablesText } from './report.ts';
import type { Terminal } from './terminal.ts';
import { assertNew, existingIn, importPath, type OrmArguments, writeDraft } from './write-draft.ts';

/** Returns the schemas of tables with a model, the usual one first. */
function schemasOf(usual: string, tables: Iterable<DatabaseTable>): readonly string[] {
  return [...new Set([usual, ...[...tables].map(({ schema }) => schema)])];
}

/** `draft --for prisma`: returns the exit status. */
export async function draftForPrisma(values: OrmArguments, terminal: Terminal): Promise<number> {
  const { folder, schema: file } = values;
  if (file === undefined)
    throw usageError('Pass the module of the client of Prisma, such as `--schema src/generated/prisma/client.ts`.');
  const schema = await readPrismaSchema(file);
  const database = await readDatabase(values.given, { writes: false, roles: values.roles }, terminal);
  try {
    const known = modelsIn(database.databaseSchema, schema, file);
    if (database.kind !== known.database)
      throw usageError(`${file} is a client for ${schema.provider}, but the database is ${database.version}.`);
    const { databaseSchema, models } = withComputed(database.databaseSchema, known);
    const { kind } = database;
    const schemas = schemasOf(database.schema, models.keys());
    const choice = readDraftArguments({ ...values, schema: undefined }, schemas, databaseSchema);
    const model = draftModel(databaseSchema, {
      ...{ ...choice, ...(await knownOptions(database, schemas, { sample: values.sample })) },
      valuesOf: prismaValues(models),
    });
    assertTables(model, database, terminal, schemas);
    const origin = titleOf(database);
    const files = prismaFiles(model, { database: origin, path: importPath(folder, file), databaseSchema, models });
    assertNew(folder);
    await writeDraft({ ...values, files, model, kind, origin, library: 'prisma' }, terminal);
    return 0;
  } finally {
    await database.close();
  }
}

/** Writes what is new in a database as a patch of the files of a developer. */
async function patchFiles(own: OwnApi, model: DraftModel, file: string, { error }: Terminal): Promise<void> {
  const parts = newParts(model, own);
  const named = Object.entries(own.files).map(([key, { name, code }]) => [
    key,
    { name: relative('', name).split(sep).join('/'), code },
  ]);
  const constants = Object.fromEntries(
    (Object.keys(uses) as (keyof typeof uses)[]).map((name) => [name, constantCode(name)]),
  );
  const lines = parts.flatMap((part) => part.lines);
  const { text, lost } = writePatch(Object.fromEntries(named) as OwnApi['files'], lines, constants);
  await writeFile(file, text, { flag: 'wx' }).catch((failure: NodeJS.ErrnoException) => {
    throw failure.code === 'EEXIST' ? usageError(`${file} exists. Pass another file to --patch.`) : failure;
  });
  const without = [
    ...parts.filter((part) => part.lines.length === 0).map(({ name }) => name),
    ...lost.map(({ type, code }) => `${type}: ${code}`),
  ];
  error(`Wrote ${file}. Look at it, and apply it with \`git apply ${file}\`.\n`);
  if (without.length > 0) error(`Not in the patch: ${without.join('; ')}\n`);
}

const options = {
  ...draftOptions,
  ...{ for: text, out: text, patch: text, sample: flag },
  ...{ indexes: flag, 'foreign-keys': flag, json: flag, verbose: flag, quiet: flag },
} as const;

const libraries = ['kysely', 'drizzle', 'prisma'] as const;

/** `draft`: returns the exit status. */
export async function draftCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [given, more] = positionals;
  if (more !== undefined) throw usageError('Pass one database.');
  const { out: folder } = values;
  if (folder === undefined) throw usageError('Pass the folder of the files, such as `--out src`.');
  const library = choose('for', values.for ?? 'kysely', libraries);
  if (library !== 'kysely' && values.numbers === true)
    throw usageError(`--numbers does not apply to ${library}, whose schema decides how a decimal number is read.`);
  if (library !== 'kysely' && values.function !== undefined)
    throw usageError(`--function does not apply to ${library}: call the function in an action of your own.`);
  const orm = { ...values, foreignKeys: values['foreign-keys'] };
  if (library === 'drizzle') return await draftForDrizzle({ ...orm, folder, given }, terminal);
  if (library === 'prisma') return await draftForPrisma({ ...orm, folder, given }, terminal);
  const database = await readDatabase(given, { writes: false, roles: values.roles }, terminal);
  try {
    const { kind, databaseSchema, schema } = database;
    const choice = readDraftArguments(values, [schema], databaseSchema);
    const sources = join(folder, 'sources.ts');
    const own = existingIn(folder).length > 0 ? await readApi(sources) : undefined;
    // A join table that is a type in the files stays one.
    const types = [...(choice.types ?? []), ...Object.values(own?.mapping ?? {}).map(({ table }) => String(table))];
    const drafted = { ...choice, types, ...(await knownOptions(database, choice.schemas, values)) };
    const model = draftModel(databaseSchema, drafted);
    assertTables(model, database, terminal, choice.schemas);
    const files = draftFiles(model, { database: titleOf(database) });
    if (own !== undefined) {
      const differences = differencesOf(own, database, model, drafted);
      terminal.out(
        values.json === true
          ? `${JSON.stringify({ files: [], differences })}\n`
          : differences.map(differenceText).join(''),
      );
      if (values.patch !== undefined) await patchFiles(own, model, values.patch, terminal);
      if (values.quiet !== true && values.json !== true)
        terminal.error(
          differences.length === 0 ? 'The files fit the database.\n' : 'Nothing was written: the files are yours.\n',
        );
      return differences.length === 0 ? 0 : 1;
    }
    const origin = `${database.version}, schema ${choice.schemas?.join(', ')}: ${tablesText(databaseSchema, choice.schemas)}`;
    await writeDraft(
      { ...values, foreignKeys: values['foreign-keys'], folder, files, model, kind, origin, library },
      terminal,
    );
    const same = optionsText(values, ['schema', 'roles', 'table', 'except', 'show']);
    if (values.quiet !== true && values.json !== true) terminal.error(`In CI: linkage-sql check ${sources}${same}\n`);
    return 0;
  } finally {
    await database.close();
  }
}
