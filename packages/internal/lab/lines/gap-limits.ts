import { dirname } from 'node:path';
import type { Gap } from './gaps.ts';

/** How many gaps a folder of sources has: at most as many as in the last run. */
export interface FolderGaps {
  readonly folder: string;
  readonly gaps: number;
}

/** Counts the gaps of each folder that has some. */
export function countGaps(gaps: readonly Gap[]): readonly FolderGaps[] {
  const folders = [...new Set(gaps.map(folderOf))].sort();
  return folders.map((folder) => ({ folder, gaps: gaps.filter((it) => folderOf(it) === folder).length }));
}

/** Returns the folders that have more gaps than before, with all of their gaps: the report does not know which are new. */
export function tooManyGaps(
  gaps: readonly Gap[],
  before: readonly FolderGaps[],
): readonly (FolderGaps & { readonly limit: number; readonly all: readonly Gap[] })[] {
  const limits = new Map(before.map((it) => [it.folder, it.gaps]));
  return countGaps(gaps)
    .map((it) => ({
      ...it,
      limit: limits.get(it.folder) ?? 0,
      all: gaps.filter((gap) => folderOf(gap) === it.folder),
    }))
    .filter((it) => it.gaps > it.limit);
}

/** `packages/server/src/rules` for each file below it. */
function folderOf({ file }: Gap): string {
  const parts = file.split('/');
  return parts.length > 4 ? parts.slice(0, 4).join('/') : dirname(file);
}
