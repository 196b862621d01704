/** The files of the unpublished code: the scripts, the benchmarks, and the lab, without their tests. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf } from '../../packages/core/test/source-files.ts';
import { root } from '../workspace.ts';

const places: Readonly<Record<string, string>> = {
  scripts: 'scripts/',
  bench: 'packages/internal/bench/src/',
  lab: 'packages/internal/lab/',
};

/** A file, and the files of the unpublished code that it imports, from the root. */
export interface UnpublishedFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

/** The place and the folder of a file, such as `lab/fuzz`; the place alone for a file beside the folders, such as `bench`. */
export function folderOf(path: string): string {
  const [place = '', start = ''] = Object.entries(places).find(([, it]) => path.startsWith(it)) ?? [];
  const [folder, ...rest] = path.slice(start.length).split('/');
  return rest.length === 0 ? place : `${place}/${folder}`;
}

/** Reads all files. */
export function readUnpublished(): readonly UnpublishedFile[] {
  const patterns = Object.values(places).map((start) => `${start}**/*.{ts,mjs}`);
  const paths = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/.*/**'] }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'));
  const known = new Set(paths);
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const code = text.replace(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, '');
    const targets = importsOf(code).map(({ specifier }) => posix.join(posix.dirname(path), specifier));
    return { path, lines: text.trimEnd().split('\n').length, imports: targets.filter((it) => known.has(it)) };
  });
}
