import { writeFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { usageError } from '@linkage/core/internal';
import { newParts } from '../files/compare-draft.ts';
import { constantCode, uses } from '../files/draft-files.ts';
import { writePatch } from '../files/write-patch.ts';
import type { DraftModel } from '../model/model.ts';
import type { OwnApi } from './read-api.ts';
import type { Terminal } from './terminal.ts';

/** Writes what is new in a database as a patch of the files of a developer. */
export async function patchFiles(own: OwnApi, model: DraftModel, file: string, { error }: Terminal): Promise<void> {
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
