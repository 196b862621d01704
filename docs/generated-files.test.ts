/** Files that commands write are marked, so that reviews fold them. */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { generatedPages } from '../scripts/docs/markdown.ts';
import { root } from '../scripts/workspace.ts';

const patterns = readFileSync(join(root, '.gitattributes'), 'utf8')
  .split('\n')
  .flatMap((line) => /^(\S+) linguist-generated$/.exec(line)?.slice(1) ?? [])
  .map((pattern) => (pattern.includes('/') ? pattern : `**/${pattern}`));

const isMarked = (file: string): boolean => patterns.some((pattern) => matchesGlob(file, pattern));

const files = globSync(
  ['docs/**/*.{md,ts}', 'packages/{*,*/*}/{src,test,page}/**/*.{ts,md}', 'packages/{*,*/*}/test/**/*.{snap,json}'],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
).map((file) => file.replaceAll('\\', '/'));

test('each file that says that a command writes it is marked', () => {
  const heads = files.map((file) => [file, readFileSync(join(root, file), 'utf8').slice(0, 200)] as const);
  const written = heads.filter(
    ([file, head]) => /\.snap(?:\.json)?$/.test(file) || /^(?:<!--|\/\/) .*\b(?:written|generated) by\b/im.test(head),
  );
  expect(written.length).toBeGreaterThan(15);
  expect([...written.map(([file]) => file), ...generatedPages].filter((file) => !isMarked(file))).toEqual([]);
});

test('each pattern marks a file', () => {
  const unused = patterns.filter(
    (pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).length === 0,
  );
  expect(unused).toEqual([]);
});
