/** Finds an example of each export in docs/examples: the shortest statement that uses it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../workspace.ts';

export interface Usage {
  readonly path: string;
  readonly code: string;
}

let statements: readonly Usage[] | undefined;

function readStatements(): readonly Usage[] {
  const files = globSync('docs/examples/*.ts', { cwd: root }).sort();
  return files.flatMap((file) => {
    const path = file.replaceAll('\\', '/');
    const text = readFileSync(join(root, file), 'utf8');
    const { body } = parseSync(file, text).program;
    const code = body
      .filter(({ type }) => type !== 'ImportDeclaration')
      .map(({ start, end }) => text.slice(start, end));
    return code.map((it) => ({ path, code: it.replaceAll(/^[ \t]*\/\/ #(?:end)?region[^\n]*\n/gm, '') }));
  });
}

/** Whether a file is a test. Programs are better examples. */
const isTest = ({ path }: Usage): number => (path.endsWith('.test.ts') ? 1 : 0);

/** Returns the shortest statement of the examples that contains a name, alone or as a member of a namespace, or undefined if none does. */
export function usageOf(name: string): Usage | undefined {
  statements ??= readStatements();
  const pattern = new RegExp(`(?<!\\w)(?:(?<!\\w\\.)|(?<=\\b(?:core|http)\\.))${name}(?!\\w)`);
  const found = statements.filter(({ code }) => pattern.test(code.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')));
  return found.toSorted((a, b) => isTest(a) - isTest(b) || a.code.length - b.code.length)[0];
}
