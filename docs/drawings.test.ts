import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawingFiles, drawings, lengths } from '../scripts/docs/drawings.ts';
import { readPages } from '../scripts/docs/markdown.ts';
import { folders, root } from '../scripts/workspace.ts';

test.each([...drawingFiles()])(
  '%s is what the script makes; otherwise run: node scripts/docs/write-docs.ts',
  (path, text) => {
    expect(existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8')).toBe(text);
  },
);

test('the lines of a drawing end within their boxes', () => {
  const long = drawings.flatMap(({ rows }) =>
    rows.flatMap((row) =>
      row.flatMap(({ title, lines = [], isCode = false }) =>
        [title, ...lines].filter((line) => line.length * row.length > (isCode ? lengths.code : lengths.text)),
      ),
    ),
  );
  expect(long).toEqual([]);
});

test('the drawing of the packages names each of them', () => {
  const text = drawingFiles().get('docs/drawings/packages.svg') ?? '';
  expect([...folders.keys()].filter((name) => !new RegExp(`[ ,>]${name}\\b`).test(text))).toEqual([]);
});

test('each drawing is on a page, with a text for readers who do not see it', () => {
  const pages = readPages(['README.md', 'docs/**/*.md']).map(({ text }) => text);
  for (const { name } of drawings)
    expect(
      pages.some((text) => new RegExp(`!\\[[^\\]]{20,}\\]\\([^)]*drawings/${name}\\.svg\\)`).test(text)),
      name,
    ).toBe(true);
});
