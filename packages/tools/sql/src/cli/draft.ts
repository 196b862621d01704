import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usageError } from '@linkage/core/internal';
import { readSamples } from '../database/read-samples.ts';
import { readValues } from '../database/read-values.ts';
import { draftFiles } from '../files/draft-files.ts';
import { draftModel } from '../model/draft-model.ts';
import { optionText } from '../names/option-text.ts';
import { differenceText } from './check.ts';
import { differencesOf } from './differences.ts';
import { choose, draftOptions, readDraftArguments } from './draft-arguments.ts';
import { draftForDrizzle } from './draft-for-drizzle.ts';
import { draftForPrisma } from './draft-for-prisma.ts';
import { patchFiles } from './patch-files.ts';
import { readApi } from './read-api.ts';
import { assertTables, readDatabase, titleOf } from './read-database.ts';
import { tablesText } from './report.ts';
import type { Terminal } from './terminal.ts';
import { existingIn, writeDraft } from './write-draft.ts';

const options = {
  ...draftOptions,
  for: { type: 'string' },
  out: { type: 'string' },
  indexes: { type: 'boolean' },
  'foreign-keys': { type: 'boolean' },
  sample: { type: 'boolean' },
  patch: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  quiet: { type: 'boolean' },
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
  const orm = { ...values, foreignKeys: values['foreign-keys'] };
  if (library === 'drizzle') return await draftForDrizzle({ ...orm, folder, given }, terminal);
  if (library === 'prisma') return await draftForPrisma({ ...orm, folder, given }, terminal);
  const database = await readDatabase(given, { writes: false }, terminal);
  try {
    const { kind, catalog, schema, isReadable, checks } = database;
    const choice = readDraftArguments(values, [schema], catalog);
    const sample = values.sample === true ? await readSamples(database, choice.schemas) : undefined;
    const read = await readValues(database, choice.schemas);
    const model = draftModel(catalog, { ...choice, ...read, database: kind, isReadable, checks, sample });
    assertTables(model, database, terminal, choice.schemas);
    const files = draftFiles(model, { database: titleOf(database) });
    const sources = join(folder, 'sources.ts');
    if (existingIn(folder, files).length > 0) {
      const own = await readApi(sources);
      const differences = differencesOf(own, database, model, { ...choice, ...read });
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
    const origin = `${database.version}, schema ${choice.schemas?.join(', ')}: ${tablesText(catalog, choice.schemas)}`;
    const imported = '@linkage/core, @linkage/kysely, kysely, and zod';
    await writeDraft(
      { ...values, foreignKeys: values['foreign-keys'], folder, files, model, kind, origin, imported },
      terminal,
    );
    const shown = (choice.show ?? []).map((it) => ` ${optionText('show', it)}`).join('');
    if (values.quiet !== true && values.json !== true) terminal.error(`In CI: linkage-sql check ${sources}${shown}\n`);
    return 0;
  } finally {
    await database.close();
  }
}
