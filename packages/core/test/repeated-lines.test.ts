/** A list that repeats lines of the sources would have to change with each of them: `lab/sabotage` names a part of a line. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { isLong, skippedInShort } from './runs.ts';

const root = join(import.meta.dirname, '../../..');
const isTest = /\.test(?:-d)?\.ts$/;
/** Shorter lines, such as `return undefined;`, also occur by chance. */
const SHORTEST = 24;

function filesOf(patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }));
}

/** Returns a line without its indentation and the comment at its end. */
function codeOf(line: string): string {
  return line.replace(/\s\/\/ .*$/, '').trim();
}

function stringsOf(file: string, text: string): readonly string[] {
  const found: string[] = [];
  if (file.endsWith('.json')) {
    JSON.parse(text, (name, value) => void found.push(name, ...(typeof value === 'string' ? [value] : [])));
    return found;
  }
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateElement: ({ value }) => void found.push(value.cooked ?? value.raw),
  }).visit(parseSync(file, text).program);
  return found;
}

/** Returns which of the strings of a file are lines of the sources. Programs that tests compile have more than one line. */
function repeatedIn(file: string, text: string, lines: ReadonlySet<string>): readonly string[] {
  return stringsOf(file, text)
    .filter((it) => lines.has(it.trim()))
    .map((it) => `${file}: ${it}`);
}

const sources = filesOf(['packages/!(atlas|bench)/src/**/*.ts']).filter((file) => !isTest.test(file));
const lines: ReadonlySet<string> = new Set(
  sources
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n').map(codeOf))
    .filter(
      (line) => line.length >= SHORTEST && /[\s(.]/.test(line) && !/^(?:\*|\/\*|\/\/|'|import |\} from )/.test(line),
    ),
);

test('a repeated line is found', () => {
  const known = new Set(['const filter = [...own, ...terms];']);
  const list = "const list = [{ from: 'const filter = [...own, ...terms];' }, { from: 'terms' }];";
  expect(repeatedIn('a.ts', list, known)).toHaveLength(1);
  expect(repeatedIn('a.json', '[{ "line": "const filter = [...own, ...terms];" }]', known)).toHaveLength(1);
});

test.skipIf(!isLong)(`no list repeats a line of the sources word by word${skippedInShort}`, () => {
  const files = filesOf([
    'packages/{,internal/}{lab,bench}/**/*.{ts,json}',
    'packages/{*,*/*}/test/**/*.{ts,json}',
    'packages/{*,*/*}/src/**/*.test.ts',
    'scripts/**/*.ts',
  ]);
  expect(lines.size).toBeGreaterThan(10_000);
  expect(files.length).toBeGreaterThan(400);
  const repeated = files.flatMap((file) => repeatedIn(file, readFileSync(join(root, file), 'utf8'), lines));
  expect(repeated).toEqual([]);
});
