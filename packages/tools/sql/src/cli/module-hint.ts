import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { isObject } from '@linkage/core/internal';

/** Returns the nearest package.json of a folder, if there is one. */
async function packageOf(folder: string): Promise<{ readonly file: string; readonly text: string } | undefined> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return { file, text };
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}

/** Whether the text of a package.json says that its files are ES modules. A text that is no JSON says nothing. */
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
export async function moduleHint(folder: string): Promise<string | undefined> {
  const found = await packageOf(resolve(folder));
  if (found === undefined || saysModule(found.text)) return undefined;
  return `The files are ES modules: set \`"type": "module"\` in ${relative('', found.file)}.`;
}
