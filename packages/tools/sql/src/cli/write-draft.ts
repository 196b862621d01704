import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usageError } from '@linkage/core/internal';
import type { DraftFiles } from '../files/draft-files.ts';
import type { DatabaseKind, DraftModel } from '../model/model.ts';
import { moduleHint } from './module-hint.ts';
import { notesOf, summaryOf } from './report.ts';
import { foreignKeyStatements, indexStatements } from './statements.ts';
import type { Terminal } from './terminal.ts';

/** A draft, and how the command reports it. */
export interface WrittenDraft {
  readonly folder: string;
  readonly files: DraftFiles;
  readonly model: DraftModel;
  readonly kind: DatabaseKind;
  /** Where the tables are from, as the first line says it. */
  readonly origin: string;
  /** The packages that the files import. */
  readonly imported: string;
  readonly indexes?: boolean | undefined;
  readonly foreignKeys?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Returns the files of a draft that a folder contains. */
export function existingIn(folder: string, files: DraftFiles): readonly string[] {
  return Object.keys(files)
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file));
}

/** Assures that a draft for an ORM replaces no file: its mapping cannot be compared with a database. */
export function assertNew(folder: string, files: DraftFiles): void {
  const [existing] = existingIn(folder, files);
  if (existing === undefined) return;
  throw usageError(
    `${existing} exists. Nothing was written: the files are yours. To see what a new draft would contain, pass another folder.`,
  );
}

/** Writes the files of a draft, and prints what it decided. */
export async function writeDraft(draft: WrittenDraft, { out, error }: Terminal): Promise<void> {
  const { folder, files, model, kind, origin, imported, indexes, foreignKeys, json, verbose, quiet } = draft;
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text, { flag: 'wx' });
  const statements = [
    ...(indexes === true ? indexStatements(model, kind) : []),
    ...(foreignKeys === true ? foreignKeyStatements(model, kind) : []),
  ];
  const written = Object.keys(files).map((file) => join(folder, file));
  if (json === true) {
    const types = model.types.map(({ name, tableName }) => ({ name, table: tableName }));
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
  error(`Wrote ${written.join(' and ')}. They import ${imported}.\n`);
  const hint = await moduleHint(folder);
  if (hint !== undefined) error(`${hint}\n`);
}
