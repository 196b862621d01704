import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject, usageError } from '@linkage/core/internal';
import type { DraftFiles } from '../files/draft-files.ts';
import type { DatabaseKind, DraftModel } from '../model/model.ts';
import type { DraftArguments } from './draft-arguments.ts';
import { notesOf, summaryOf } from './report.ts';
import { foreignKeyStatements, indexStatements } from './statements.ts';
import type { Terminal } from './terminal.ts';

/** How the files of a draft are written, and reported. */
interface DraftOutput {
  readonly folder: string;
  readonly indexes?: boolean | undefined;
  readonly foreignKeys?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** The arguments of a draft for an ORM. `schema` is the module of its schema. */
export interface OrmArguments extends DraftArguments, DraftOutput {
  readonly given: string | undefined;
  readonly sample?: boolean | undefined;
}

/** Returns what a file in a folder imports. */
export function importPath(folder: string, file: string): string {
  const path = relative(resolve(folder), resolve(file)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the nearest package.json of a folder, if there is one. */
async function packageOf(folder: string): Promise<{ readonly file: string; readonly text: string } | undefined> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return { file, text };
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}

/** Whether the text of a package.json says that its files are ES modules. A string that is no JSON says nothing. */
function saysModule(text: string): boolean {
  try {
    const content: unknown = JSON.parse(text);
    return isObject(content) && content['type'] === 'module';
  } catch {
    return false;
  }
}

/**
 * Returns what to change so that Node and the compiler take the files of a folder for ES modules; undefined if they do. `npm init -y`
 * writes a package.json with another type.
 */
async function moduleHint(folder: string): Promise<string | undefined> {
  const found = await packageOf(resolve(folder));
  if (found === undefined || saysModule(found.text)) return undefined;
  return `The files are ES modules: set \`"type": "module"\` in ${relative('', found.file)}.`;
}

/** The packages that the files of a library import, with the peers of these packages, which yarn does not install. */
const installed = {
  kysely: '@linkage/core @linkage/server @linkage/kysely kysely zod',
  drizzle: '@linkage/core @linkage/server @linkage/kysely @linkage/drizzle drizzle-orm kysely zod',
  prisma: '@linkage/core @linkage/server @linkage/kysely @linkage/prisma kysely zod',
} as const;

/** A draft, and how the command reports it. */
interface WrittenDraft extends DraftOutput {
  readonly files: DraftFiles;
  readonly model: DraftModel;
  readonly kind: DatabaseKind;
  /** Where the tables are from, as the first line says it. */
  readonly origin: string;
  readonly library: keyof typeof installed;
}

/** Returns the files of a draft that a folder contains. */
export function existingIn(folder: string): readonly string[] {
  return ['api.ts', 'sources.ts'].map((file) => join(folder, file)).filter((file) => existsSync(file));
}

/** Assures that a draft for an ORM replaces no file: its mapping cannot be compared with a database. */
export function assertNew(folder: string): void {
  const [existing] = existingIn(folder);
  if (existing === undefined) return;
  throw usageError(
    `${existing} exists. Nothing was written: the files are yours. To see what a new draft would contain, pass another folder.`,
  );
}

/** Writes the files of a draft, and prints what it decided. */
export async function writeDraft(draft: WrittenDraft, { out, error }: Terminal): Promise<void> {
  const { folder, files, model, kind, origin, library, indexes, foreignKeys, json, verbose, quiet } = draft;
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text, { flag: 'wx' });
  const statements = [
    ...(indexes === true ? indexStatements(model, kind) : []),
    ...(foreignKeys === true ? foreignKeyStatements(model, kind) : []),
  ];
  const written = Object.keys(files).map((file) => join(folder, file));
  if (json === true) {
    const types = model.types.map(({ name, tableName, idBy, writes: own }) => ({
      name,
      table: tableName,
      idBy,
      writes: own,
    }));
    return out(`${JSON.stringify({ files: written, database: origin, types, notes: model.notes, statements })}\n`);
  }
  out(statements.map((it) => `${it}\n`).join(''));
  if (quiet === true) return;
  error(`${origin}\n${summaryOf(model)}\n`);
  error(
    notesOf(model, verbose === true ? 'verbose' : 'usual')
      .map((line) => `  ${line}\n`)
      .join(''),
  );
  error(`Wrote ${written.join(' and ')}. Install what they import: npm install ${installed[library]}\n`);
  const hint = await moduleHint(folder);
  if (hint !== undefined) error(`${hint}\n`);
}
