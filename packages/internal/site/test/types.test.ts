import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../scripts/docs/markdown.ts';
import { root } from '../../../../scripts/workspace.ts';
import { pageFiles } from '../generator/page-paths.ts';
import { hintOf } from '../generator/types/example-types.ts';
import { shownLines } from '../generator/types/type-hints.ts';

const blocks = [...pageFiles].flatMap((file) =>
  blocksOf(readFileSync(join(root, file), 'utf8')).filter(
    ({ language, comment = '' }) => language === 'ts' && comment.startsWith('docs/examples/'),
  ),
);

test('D2: each block of an example is found in its file, line by line', () => {
  expect(blocks.length).toBeGreaterThan(150);
  for (const { comment = '', code } of blocks) {
    const lines = readFileSync(join(root, comment.split('#').at(0) ?? ''), 'utf8').split('\n');
    const shown = shownLines(comment, code);
    expect(
      shown.map(({ line, indentation }) => lines[line]?.slice(indentation)),
      comment,
    ).toEqual(code.trimEnd().split('\n'));
  }
});

test('code that is not that of the file has no lines', () => {
  expect(shownLines('docs/examples/server.ts', 'other();\n')).toEqual([]);
});

describe('a hint', () => {
  test.each([
    ['(alias) const z: typeof z\nimport z', '', 'const z: typeof z'],
    ['const x: 1', 'The first one. The second one.', 'The first one.\n\nconst x: 1'],
    ['const x: 1', 'Two\nlines.', 'Two lines.\n\nconst x: 1'],
    ['type T = Array<1>', 'No end', 'No end\n\ntype T = Array<1>'],
    [
      'function f<A extends Map<string, () => void>>(a: A, more?: Set<A>): Promise<A>',
      'Does it.',
      'Does it.\n\nfunction f(a: A, more?: Set): Promise',
    ],
  ])('of %j with the description %j is %j', (type, description, text) => expect(hintOf(type, description)).toBe(text));

  test('is not longer than a reader needs', () => expect(hintOf('x'.repeat(10_000), '').length).toBeLessThan(700));
});
