import { existsSync, globSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { exampleCode } from '../scripts/docs/examples.ts';
import {
  anchorsOf,
  blocksOf,
  generatedPages,
  linksOf,
  type Page,
  proseOf,
  readPages,
  sentencesOf,
  wordCount,
} from '../scripts/docs/markdown.ts';
import { root } from '../scripts/workspace.ts';

const pages = readPages(['README.md', 'docs/**/*.md', 'packages/{*,{adapters,sources,tools,internal}/*}/README.md']);
const byPath = new Map(pages.map((page) => [page.path, page]));

/** The pages for users: all except those that scripts write, and those about decisions. */
const written = pages.filter(({ path }) => !generatedPages.has(path) && !/^docs\/(decisions|reference)\//.test(path));
const isPackagePage = ({ path }: Page) => /^packages\/(?!(?:internal\/)?(?:atlas|lab|site)\/)/.test(path);

/** Returns why a link does not work, or undefined. */
function problemOf({ path, text }: Page, link: string): string | undefined {
  if (/^https?:/.test(link)) return undefined;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : posix.normalize(posix.join(dirname(path).replaceAll('\\', '/'), file));
  if (!existsSync(join(root, target))) return `${link}: the file does not exist`;
  if (anchor === undefined) return undefined;
  const targetText = target === path ? text : byPath.get(target)?.text;
  return targetText !== undefined && anchorsOf(targetText).has(anchor) ? undefined : `${link}: no such heading`;
}

test.each(pages)('the links of $path lead to files and headings', (page) => {
  expect(linksOf(page.text).flatMap((link) => problemOf(page, link) ?? [])).toEqual([]);
});

test.each(pages.filter(isPackagePage))('the links of $path work on npm', ({ text }) => {
  expect(linksOf(text).filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([]);
});

test.each(written)('$path has an example', ({ text }) => {
  expect(blocksOf(text).length).toBeGreaterThan(0);
});

// A region of an example does not show its imports.
test.each(pages.filter(({ path }) => /^docs\/(?!decisions|reference)/.test(path)))(
  '$path links the complete file of each region',
  ({ path, text }) => {
    const linked = linksOf(text).map((link) => posix.join(posix.dirname(path), link));
    const regions = blocksOf(text).flatMap(({ comment = '' }) =>
      comment.includes('#') ? [comment.split('#')[0] ?? ''] : [],
    );
    expect(regions.filter((file) => !linked.includes(file) && !linked.includes(posix.dirname(file)))).toEqual([]);
  },
);

// docs/examples is compiled by `npm test -- types`, and examples.test.ts runs each of its files.
test.each(written)(
  'D2: each TypeScript block of $path is an example; otherwise run: node scripts/docs/write-docs.ts',
  ({ text }) => {
    for (const { language, comment, code } of blocksOf(text)) {
      if (['ts', 'js', 'tsx', 'typescript'].includes(language)) expect(code).toBe(exampleCode(comment ?? ''));
    }
  },
);

/** Returns the local files that the code of a page imports, from the root of the repository. */
function importsOf({ text }: Page): readonly string[] {
  return blocksOf(text).flatMap(({ comment = '', code }) => {
    const folder = dirname(comment.split('#')[0] ?? '');
    const names = [...code.matchAll(/ from '(\.[^']+)'/g)].map(([, name = '']) => name);
    return comment.startsWith('docs/examples/') ? names.map((name) => posix.join(folder, name)) : [];
  });
}

test.each(written)('$path shows each file that its code imports, or links to it', (page) => {
  const shown = blocksOf(page.text).map(({ comment = '' }) => comment);
  // The pages of packages link to GitHub, other pages to files.
  const linked = linksOf(page.text).map((link) =>
    link.startsWith('https://') ? link.replace(/^.*\/blob\/main\//, '') : posix.join(dirname(page.path), link),
  );
  const isFound = (file: string) => shown.includes(file) || linked.includes(file);
  expect(importsOf(page).filter((file) => !isFound(file))).toEqual([]);
});

test.each(pages)('each JSON block of $path is JSON', ({ text }) => {
  for (const { language, code } of blocksOf(text)) if (language === 'json') JSON.parse(code);
});

test('the index of the documentation links to every page', () => {
  const index = byPath.get('docs/README.md') as Page;
  const linked = new Set(linksOf(index.text).map((link) => posix.join('docs', link.split('#')[0] ?? '')));
  const indexed = pages.filter(({ path }) => /^docs\/(?!README|decisions\/|reference\/)/.test(path));
  expect(indexed.map(({ path }) => path).filter((path) => !linked.has(path))).toEqual([]);
});

/** Returns the names of files and folders on a page. */
const namesIn = (page: string): readonly string[] =>
  [...(byPath.get(page)?.text ?? '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name.replace(/\/$/, ''));
const named = new Set(namesIn('docs/architecture.md'));

test('the page about the architecture names every folder', () => {
  const folders = globSync('packages/{core,server,{,sources/}kysely}/src/*/', { cwd: root }).map((path) =>
    posix.basename(path),
  );
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
});

test('the page about the architecture names each file of four layers of the server, or its folder', () => {
  const files = globSync('packages/server/src/{sources,request,writing,response}/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/').split('/').slice(3))
    .filter((path) => !/\.test(?:-d)?\.ts$/.test(path.at(-1) ?? ''));
  expect(files.length).toBeGreaterThan(100);
  // A layer is named anyway, so it does not name the files beside its folders.
  const isNamed = ([layer, folder = '', file]: readonly string[]) =>
    named.has(file === undefined ? folder : `${layer}/${folder}`);
  expect(files.filter((path) => !isNamed(path))).toEqual([]);
});

test('each file that the pages for contributors name exists', () => {
  const paths = globSync('{packages,scripts,docs}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  const files = new Set(paths.map((path) => posix.basename(path.replaceAll('\\', '/'))));
  const names = [...named, ...namesIn('docs/CONTRIBUTING.md')]
    .filter((name) => /^\w[\w/.-]*\.(?:ts|mjs)$/.test(name))
    .map((name) => posix.basename(name));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !files.has(name))).toEqual([]);
});

const decisions = pages.filter(({ path }) => /^docs\/decisions\/\d/.test(path));

test.each(decisions)('$path says what was decided, and why', ({ path, text }) => {
  expect(text).toMatch(new RegExp(`^# ${posix.basename(path).slice(0, 3)} \\S`));
  expect(text).toContain('\n**Decision.** ');
  expect(text).toMatch(/\n(?:- )?\*\*Why\b/);
});

test('the index of the decisions has the title of each', () => {
  const { text } = byPath.get('docs/decisions/README.md') as Page;
  const rows = decisions.map((page) => {
    const [, number, title] = /^# (\d+) (.+)/.exec(page.text) ?? [];
    return `| [${number}](${posix.basename(page.path)}) | ${title} |`;
  });
  expect(text.split('\n').filter((line) => /^\| \[\d/.test(line))).toEqual(rows);
});

/** Pages in which readers look something up, and pages for contributors. */
const lookedUp = /-reference\.md$|\/(?:troubleshooting|architecture|limits)\.md$/;

test.each(written.filter(({ path }) => !lookedUp.test(path)))(
  '$path has at most 1,500 words beside its code',
  ({ text }) => {
    expect(wordCount(proseOf(text))).toBeLessThanOrEqual(1_500);
  },
);

test('there are at most 45 guides, with at most 50,000 words beside their code', () => {
  const guides = pages.filter(({ path }) => path.startsWith('docs/guide/'));
  expect(guides.length).toBeLessThanOrEqual(45);
  expect(guides.reduce((sum, { text }) => sum + wordCount(proseOf(text)), 0)).toBeLessThanOrEqual(50_000);
});

test('the index begins with ten tasks', () => {
  const [, first = ''] = (byPath.get('docs/README.md')?.text ?? '').split(/^## /m);
  expect(first.split('\n').filter((line) => /^\| .*\[/.test(line))).toHaveLength(10);
});

test('one guide says what a server without access rules allows', () => {
  const guides = pages.filter(({ path }) => path.startsWith('docs/guide/'));
  const boxed = guides.filter(({ text }) => /^> Without `access`[^\n]* everything\./m.test(text));
  expect(boxed.map(({ path }) => path)).toEqual(['docs/guide/access.md']);
});

test('the README has at most 600 words, and begins with an example of at most 14 lines', () => {
  const { text } = byPath.get('README.md') as Page;
  expect(wordCount(text)).toBeLessThanOrEqual(600);
  const [first] = blocksOf(text);
  expect(first?.language).toBe('ts');
  expect(first?.code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(14);
});

test('the way from the README to a server with rules, SQL, and tests has at most 8,000 words', () => {
  const way = [
    'README.md',
    'docs/getting-started/installation.md',
    'docs/getting-started/first-server.md',
    'docs/guide/access.md',
    'docs/guide/access-writes.md',
    'docs/guide/sql.md',
    'docs/getting-started/validator.md',
  ];
  // With the code, which readers of this way type.
  const words = way.map((path) => wordCount(byPath.get(path)?.text ?? ''));
  expect(Math.min(...words)).toBeGreaterThan(0);
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(8_000);
});

test('fewer than 2 % of the sentences have more than 30 words', () => {
  const sentences = pages
    .filter(({ path }) => path === 'README.md' || path.startsWith('docs/'))
    .flatMap(({ path, text }) => sentencesOf(text).map((sentence) => ({ path, sentence })));
  const long = sentences.filter(({ sentence }) => wordCount(sentence) > 30);
  const worst = long.map(({ path, sentence }) => `${path}: ${sentence}`);
  expect(long.length / sentences.length, worst.join('\n')).toBeLessThan(0.02);
});
