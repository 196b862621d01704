import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, compilerPath } from '../types/compiler.ts';
import type { Paths } from '../types/declarations.ts';
import { root } from '../workspace.ts';

/** The code of users of a version: code that compiles with it, by the names of its files, and the exports by their entry points. */
export interface UsedVersion {
  readonly code: ReadonlyMap<string, string>;
  readonly exports: Readonly<Record<string, readonly string[]>>;
}

/** Returns what of a version no longer works: exports that are gone, and the errors of its code with the declarations in `paths`. */
export async function breaksOf(
  last: UsedVersion,
  exports: UsedVersion['exports'],
  paths: Paths,
): Promise<readonly string[]> {
  const gone = Object.entries(last.exports).flatMap(([entry, names]) =>
    names.filter((name) => !exports[entry]?.includes(name)).map((name) => `${entry} no longer exports ${name}`),
  );
  const folder = join(root, '.cache/last-version');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of last.code) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const output = await compile({
    ...{ compiler: compilerPath('typescript'), folder, files: [...last.code.keys()], paths },
    options: { types: ['node'] },
  });
  return [...gone, ...output.split('\n').filter((line) => /^[\w-]+\.ts\(|^error /.test(line))];
}

/** Whether the release notes of the next version allow it to break code: before 1.0.0, a minor version can. */
export function allowsBreaks(lastVersion: string, notes: readonly string[]): boolean {
  const level = lastVersion.startsWith('0.') ? '(?:major|minor)' : 'major';
  return notes.some((note) => new RegExp(`^['"]?@linkage/[\\w-]+['"]?: ${level}$`, 'm').test(note));
}
