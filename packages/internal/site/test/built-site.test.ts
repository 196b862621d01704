/** The built site: checks D1 to D15. `npm run docs:check` builds the site twice, compares both, and runs these tests. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { specifiedRules } from '@linkage/core/rules';
import { describe, expect, test } from 'vitest';
import { errorTable } from '../../../core/src/error/chapters/error-table.ts';
import exported from '../../../core/test/exports.snap.json' with { type: 'json' };
import { deadLinks } from '../generator/check-links.ts';
import { differencesOf } from '../generator/differences.ts';
import { firstNumbers } from '../generator/first-numbers.ts';
import { base, pageFiles, pagePath, pageUrl, published, repository } from '../generator/page-paths.ts';
import { canonicalUrl, isGenerated, markdownOf } from '../generator/text-pages.ts';

const site = process.env['SITE_BUILT'] ?? '';
/** The folder of the second build. */
const again = process.env['SITE_BUILT_AGAIN'] ?? '';
const rules = [...specifiedRules, ...(atomicExtension.rules ?? []), ...(cursorProfile.rules ?? [])];
const read = (file: string) => readFileSync(join(site, file), 'utf8');
/** Returns the file of a URL in a page. */
const fileOf = (url: string): string => url.slice(url.startsWith(base) ? base.length : 0);
const hasAnchor = (html: string, anchor: string) => html.includes(` id="${anchor}"`);

describe.skipIf(site === '')('the built site (skipped: run npm run docs:check)', () => {
  test('D1: the build ended without warnings and dead links, which would have stopped it', () => {
    expect(deadLinks(site, base)).toEqual([]);
    expect(existsSync(join(site, 'index.html'))).toBe(true);
  });

  test('D3: each error code has a heading, to which `links.about` can lead', () => {
    const html = read('errors.html');
    expect(Object.keys(errorTable).filter((code) => !hasAnchor(html, code.toLowerCase()))).toEqual([]);
  });

  test('D3: each rule has a heading', () => {
    const html = read('rules.html');
    expect(rules.length).toBeGreaterThan(80);
    expect(rules.filter(({ id }) => !hasAnchor(html, id))).toEqual([]);
  });

  test('D4: each row of the coverage page leads to its section, its rules, and its tests', () => {
    const rows = [...read('coverage.html').matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row).slice(1);
    expect(rows.length).toBeGreaterThan(380);
    const wrong = rows.filter((row) => {
      const [id = '', , enforced = '', tested = ''] = [...row.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => cell);
      // A case of the conformance tests does not have a file of its own: the fifth column is left out.
      const codes = `${enforced}${tested}`.split('<code').length - 1;
      const links = `${enforced}${tested}`.split('<a ').length - 1;
      return !/href="https:\/\/jsonapi\.org\/[^"]+"/.test(id) || codes !== links;
    });
    expect(wrong).toEqual([]);
  });

  test('D4: each rule on the page about coverage is a link', () => {
    const html = read('coverage.html');
    expect(html.split(`<a href="${base}rules.html#`).length).toBeGreaterThan(90);
    expect(html.match(/blob\/main\/packages\/[^"]+\.test\.ts"/g)?.length).toBeGreaterThan(300);
  });

  test('D8: pages do not have inline scripts, inline styles, or resources of other hosts', () => {
    // The sandbox has a policy and an origin of its own, and loads nothing.
    const files = globSync('**/*.html', { cwd: site }).filter((file) => file !== 'sandbox.html');
    expect(files.length).toBeGreaterThan(90);
    expect(read('sandbox.html')).toContain(
      `content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:`,
    );
    for (const file of files) {
      const html = read(file);
      expect(html, file).toContain('<meta http-equiv="Content-Security-Policy"');
      expect(html, file).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|<[a-z][^<>]* style="|<[a-z][^<>]* on[a-z]+="/);
      expect(html, file).not.toMatch(
        /<(?:script|img|link(?! rel="canonical")|iframe)[^>]* (?:src|href)="(?:https?:)?\/\//,
      );
    }
  });

  test('each page has one `<main>`', () => {
    // Scripts fill the page for URLs that do not exist.
    const pages = globSync('**/*.html', { cwd: site }).filter(
      (file) => !/^(?:404\.html|sandbox\.html|explore\/)/.test(file),
    );
    const wrong = pages.filter((file) => read(file).match(/<main\b/g)?.length !== 1);
    expect(wrong).toEqual([]);
  });

  test('D10: pages contain their text without scripts', () => {
    expect(read('guide/errors.html')).toContain('<h1 id="errors"');
    expect(read('validate/index.html')).toContain('The validator needs JavaScript');
  });

  test('D11: the first page has at most 120 kB of scripts with gzip', () => {
    const names = [...read('index.html').matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, name = '']) => fileOf(name));
    const bytes = [...new Set(names)].map((name) => gzipSync(readFileSync(join(site, name))).length);
    expect(names.length).toBeGreaterThan(3);
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(120_000);
  });

  test.skipIf(again === '')('D13: two builds have the same bytes', () => {
    expect(differencesOf(site, again)).toEqual([]);
  });

  test('D15: the API reference has a heading for every export, with text below it', () => {
    const pages = globSync('reference/*.html', { cwd: site }).map(read).join('');
    const names = Object.entries<readonly string[]>(exported)
      .filter(([entry]) => !entry.endsWith('/internal'))
      .flatMap(([, members]) => members.map((name) => name.replace('type ', '')));
    expect(names.length).toBeGreaterThan(300);
    const missing = names.filter((name) => !new RegExp(`<h3 id="[^"]*"[^>]*>${name} .*?</h3><p>`, 'i').test(pages));
    expect(missing).toEqual([]);
  });

  test('the first page shows the example with its answer, the features, and the measurements', () => {
    const html = read('index.html');
    expect(html).toContain('createMemorySources');
    expect(html).toContain('npm create linkage');
    // The program and the note stand once.
    for (const once of [/createMemorySources/g, /Not for/g]) expect(html.match(once)).toHaveLength(1);
    expect(html).toContain('social-card.png');
    for (const { number } of firstNumbers()) expect(html).toContain(number);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test('each page has its Markdown, a description, a share card, a canonical URL, and a link to edit it unless a script writes it', () => {
    expect(pageFiles.size).toBeGreaterThan(90);
    for (const file of pageFiles) {
      const html = read(
        pageUrl(file)
          .slice(1)
          .replace(/(^|\/)$/, '$1index.html'),
      );
      expect(read(pagePath(file)), file).toBe(markdownOf(file));
      expect(html, file).toContain(`<link rel="canonical" href="${canonicalUrl(pagePath(file))}">`);
      for (const name of ['name="description"', 'property="og:title"', 'property="og:description"'])
        expect(html, file).toMatch(new RegExp(`<meta ${name} content="[^"]{8,}">`));
      // The first page, the playground, and the validator have layouts without a footer.
      const isText = file.startsWith('docs/');
      if (isText) expect(html.includes(`${repository}/edit/main/${file}`), file).toBe(!isGenerated(file));
    }
    const titles = [...pageFiles].map(
      (file) => /property="og:title" content="([^"]*)"/.exec(read(pagePath(file).replace('.md', '.html')))?.[1],
    );
    expect(new Set(titles).size).toBeGreaterThan(pageFiles.size - 6);
  });

  test('programs find all pages in `llms.txt` and the sitemap', () => {
    const [list, full, map] = ['llms.txt', 'llms-full.txt', 'sitemap.xml'].map((name) =>
      readFileSync(join(site, name), 'utf8'),
    );
    for (const file of pageFiles) {
      expect(map).toContain(`<loc>${canonicalUrl(pagePath(file))}</loc>`);
      // The first page and the validator are not in the navigation.
      if (file.startsWith('docs/')) expect(list).toContain(`${published}${pagePath(file)}): `);
    }
    expect(full?.length).toBeGreaterThan(400_000);
    expect(readFileSync(join(site, 'robots.txt'), 'utf8')).toContain(`${published}sitemap.xml`);
  });

  test('every file that a page loads exists', () => {
    const missing = globSync('**/*.html', { cwd: site }).flatMap((file) =>
      [...read(file).matchAll(/ (?:src|href)="([^"]*\/assets\/[^"]+)"/g)]
        .map(([, name = '']) => fileOf(name))
        .filter((name) => !existsSync(join(site, name))),
    );
    expect(missing).toEqual([]);
  });
});
