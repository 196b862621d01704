import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the paths of the files that are not equal in two folders, in order. */
export function differencesOf(first: string, second: string): readonly string[] {
  const files = (folder: string) =>
    globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  const [left, right] = [new Set(files(first)), new Set(files(second))];
  const isEqual = (file: string) =>
    left.has(file) && right.has(file) && readFileSync(join(first, file)).equals(readFileSync(join(second, file)));
  return [...new Set([...left, ...right])].filter((file) => !isEqual(file)).sort();
}
