import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../packages/core/test/runs.ts';
import { type CompilerPackage, compile, compilerPath, testedCompilers } from '../../scripts/types/compiler.ts';
import { emitDeclarations, type Paths } from '../../scripts/types/declarations.ts';
import { root } from '../../scripts/workspace.ts';
import { compilerMistakes, shared } from './compiler-mistakes.ts';
import { application, type CompilerMistake, cascades } from './declaration-mistakes.ts';

const folder = join(root, '.cache', 'mistakes');
const tried = someOf([...compilerMistakes.entries()], 3);
const files = new Map<string, string>([
  ...tried.map(([index, { code }]) => [`mistake-${index}.ts`, `${shared}${code}\n`] as const),
  ...Object.values(cascades).map(
    ([from, to], index) => [`cascade-${index}.ts`, application.replace(from, to)] as const,
  ),
  ['correct.ts', application],
]);
let paths: Paths;

interface CompilerError {
  readonly line: number;
  readonly text: string;
}

/** Compiles all files at once, and returns the first line of each error, by file. */
async function errorsOf(compiler: CompilerPackage): Promise<ReadonlyMap<string, readonly CompilerError[]>> {
  const output = await compile({ compiler: compilerPath(compiler), folder, files: [...files.keys()], paths });
  const errors = [...output.matchAll(/^([\w-]+\.ts)\((\d+),\d+\): error (.*)$/gm)];
  expect(output).not.toMatch(/^error /m);
  const byFile = new Map<string, CompilerError[]>();
  for (const [, file = '', line, text = ''] of errors) {
    byFile.set(file, [...(byFile.get(file) ?? []), { line: Number(line), text }]);
  }
  return byFile;
}

beforeAll(async () => {
  const names = ['@linkage/core', '@linkage/server', '@linkage/client', '@linkage/kysely', '@linkage/node'];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  paths = await emitDeclarations(names);
}, 120_000);

test('the first line says the reason of nine mistakes of ten', () => {
  const clear = compilerMistakes.filter(({ unclear = false }) => !unclear);
  expect([clear.length, compilerMistakes.length]).toEqual([101, 107]);
});

describe.each(testedCompilers)('%s', (compiler) => {
  let errors: ReadonlyMap<string, readonly CompilerError[]>;
  beforeAll(async () => {
    errors = await errorsOf(compiler);
  }, 120_000);

  test('the application without a mistake compiles', () => {
    expect(errors.get('correct.ts')).toBeUndefined();
  });

  test.each(tried.map(([index, it]) => [it.title, it, index] as const))(
    '%s: the first line names the property and the remedy',
    (_, { code, says, omits = [] }, index) => {
      const [first, ...others] = errors.get(`mistake-${index}.ts`) ?? [];
      expect(others).toEqual([]);
      const lines = `${shared}${code}`.split('\n').map((line) => line.trim());
      expect(first?.line).toBe(lines.indexOf('// wrong:') + 2);
      for (const part of says) expect(first?.text).toContain(part);
      for (const part of omits) expect(first?.text).not.toContain(part);
    },
  );

  test.each(Object.keys(cascades).map((title, index) => [title, index] as const))(
    '%s is one error, and not another one wherever the API is used',
    (_, index) => {
      expect(errors.get(`cascade-${index}.ts`)?.map(({ text }) => text)).toHaveLength(1);
    },
  );

  test.skipIf(!isLong)(`the first lines are kept${skippedInShort}`, async () => {
    const lines = compilerMistakes.map(
      ({ title }, index) => `${title}\n  ${errors.get(`mistake-${index}.ts`)?.at(0)?.text ?? 'no error'}`,
    );
    const firstLines = compilerMistakes.map((_, index) => errors.get(`mistake-${index}.ts`)?.at(0)?.text ?? '');
    const shorterThan = (most: number): number => firstLines.filter((text) => text.length <= most).length;
    // These numbers can only rise. The last counts the lines that say the reason, besides a remedy, in their first 140 characters.
    expect(shorterThan(200)).toBeGreaterThanOrEqual(89);
    expect(shorterThan(140)).toBeGreaterThanOrEqual(67);
    const isBeside = ({ says, unclear = false }: CompilerMistake, text: string) =>
      !unclear && says.every((part) => /^Did you mean/.test(part) || text.slice(0, 140).includes(part));
    expect(compilerMistakes.filter((it, index) => isBeside(it, firstLines[index] ?? '')).length).toBeGreaterThanOrEqual(
      80,
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./first-lines.${compiler}.txt`);
  });
});
