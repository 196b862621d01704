/** The architecture of the pages is under test: the explorer and the site, with their components and the generator. */
import { describe, expect, test } from 'vitest';
import { circlesOf } from './circles.ts';
import { readSourceFiles, type SourceFile, targetOf } from './source-files.ts';

/**
 * The layers from left to right: a layer imports only those before it. The longest name that fits counts, so `playground` stands for
 * what is directly in the folder.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  'explorer/page': ['state', 'text', 'hooks', 'parts', 'main.tsx', 'worker.ts'],
  'explorer/src': ['.'],
  'site/page': [
    ...['shared', 'search', 'types', 'playground/examples', 'playground/model'],
    ...['compiler', 'playground/worker', 'playground/project', 'playground/parts', 'playground'],
    ...['validator', 'first-screen', 'explore', 'theme.ts'],
  ],
  'site/generator': ['types', '.'],
};
const MAX_LINES = 200;
/** A component is a function in a file of its own kind, and seldom longer than a window. */
const MAX_COMPONENT = 120;

const files = readSourceFiles('{src,page,generator}/**/*.{ts,tsx}').filter(({ path }) =>
  Object.hasOwn(orders, partOf(path)),
);

/** Returns the package and the folder: `site/page`. */
function partOf(path: string): string {
  return path.split('/', 2).join('/');
}

function layerOf(path: string): string {
  const [, , ...rest] = path.split('/');
  const inside = rest.join('/');
  const layers = (orders[partOf(path)] ?? []).filter((it) => inside === it || inside.startsWith(`${it}/`));
  return layers.toSorted((one, other) => other.length - one.length)[0] ?? (rest.length === 1 ? '.' : inside);
}

/** Returns the files that a file imports, without the questions with which a bundler loads some. */
function importsOf(file: SourceFile): readonly string[] {
  const relative = file.imports.filter(({ specifier }) => specifier.startsWith('.'));
  return relative.map(({ specifier }) => targetOf(file, specifier.split('?', 1)[0] ?? ''));
}

describe.each(Object.entries(orders))('%s', (part, order) => {
  const own = files.filter(({ path }) => partOf(path) === part);

  test('every file stands in a known layer, and every layer has a file', () => {
    expect([...new Set(own.map(({ path }) => layerOf(path)))].sort()).toEqual([...order].sort());
  });

  test('left does not import right, not even types', () => {
    const wrong = own.flatMap((file) =>
      importsOf(file)
        .filter((target) => partOf(target) === part)
        .filter((target) => order.indexOf(layerOf(target)) > order.indexOf(layerOf(file.path)))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

test('a page does not import the program that serves or builds it', () => {
  const pages = files.filter(({ path }) => partOf(path).endsWith('/page'));
  const wrong = pages.flatMap((file) =>
    importsOf(file)
      .filter((target) => /^(?:explorer\/src|site\/generator)\//.test(target))
      .map((target) => `${file.path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(files.some(({ path }) => path.endsWith('.tsx'))).toBe(true);
  expect(circlesOf(new Map(files.map((file) => [file.path, importsOf(file)])))).toEqual([]);
});

test('files and components are short', () => {
  const lengths = files.map(({ path, text }) => [path, text.trimEnd().split('\n').length] as const);
  expect(lengths.filter(([, lines]) => lines > MAX_LINES)).toEqual([]);
  const components = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?function ([A-Z]\w*)\([\s\S]*?^}$/gm)].map(
      ([whole, name]) => [`${name} in ${path}`, whole.split('\n').length] as const,
    ),
  );
  expect(components.length).toBeGreaterThan(50);
  expect(components.filter(([, lines]) => lines > MAX_COMPONENT)).toEqual([]);
});
