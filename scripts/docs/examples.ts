/** Finds the code that a page shows in the files of docs/examples. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.ts';

const REGION = /^[ \t]*\/\/ #(?:region|endregion)[^\n]*\n/gm;

function withoutIndentation(code: string): string {
  const indents = code.split('\n').flatMap((line) => (line.trim() === '' ? [] : [/^ */.exec(line)?.[0].length ?? 0]));
  const least = Math.min(...indents);
  return code.replaceAll(new RegExp(`^ {${least}}`, 'gm'), '');
}

/**
 * Returns the code that a comment such as `docs/examples/schema.ts` or `docs/examples/schema.ts#targets` names: a whole file, or
 * one `#region` of the file. Returns undefined if the file or region does not exist.
 */
export function exampleCode(reference: string): string | undefined {
  const [path = '', region] = reference.split('#');
  if (!path.startsWith('docs/examples/') || !existsSync(join(root, path))) return undefined;
  const text = readFileSync(join(root, path), 'utf8');
  if (region === undefined) return `${text.replaceAll(REGION, '').trim()}\n`;
  const [, start] = text.split(new RegExp(`^[ \\t]*// #region ${region}\\n`, 'm'));
  const code = start?.split(/^[ \t]*\/\/ #endregion/m)[0];
  return code === undefined ? undefined : `${withoutIndentation(code.replaceAll(REGION, '')).trim()}\n`;
}
