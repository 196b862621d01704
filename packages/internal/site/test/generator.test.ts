import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { linksOf } from '../../../../scripts/docs/markdown.ts';
import { root } from '../../../../scripts/workspace.ts';
import { deadLinks } from '../generator/check-links.ts';
import { externalScripts } from '../generator/content-policy.ts';
import { coverageTarget } from '../generator/coverage-links.ts';
import { differencesOf } from '../generator/differences.ts';
import { classesForStyles } from '../generator/highlight.ts';
import { linkTarget, pageFiles, pagePath, pageUrl, published } from '../generator/page-paths.ts';
import { allEntries, sidebar } from '../generator/sidebar.ts';
import { descriptionOf, markdownOf } from '../generator/text-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('pages', () => {
  test('have an address each', () => {
    expect(pageFiles.size).toBeGreaterThan(90);
    expect(new Set([...pageFiles].map(pagePath)).size).toBe(pageFiles.size);
  });

  test.each([
    ['README.md', '/'],
    ['docs/README.md', '/contents.html'],
    ['docs/guide/errors.md', '/guide/errors.html'],
    ['docs/examples/clinic/README.md', '/examples/clinic/'],
    ['packages/core/README.md', '/packages/core.html'],
    ['packages/internal/site/pages/validate/index.md', '/validate/'],
  ])('%s is published at %s', (file, url) => expect(pageUrl(file)).toBe(url));

  test('are in the navigation, each once', () => {
    const links = allEntries().map(({ link }) => link);
    const expected = [...pageFiles].map(pageUrl).filter((url) => url !== '/' && url !== '/validate/');
    expect([...links].sort()).toEqual(expected.sort());
  });

  test('the navigation has six open groups, with about 50 entries that are seen at once', () => {
    const open = sidebar().filter(({ collapsed }) => collapsed !== true);
    expect(open.map(({ text }) => text)).toEqual(['Learn', 'Build', 'Data', 'Clients', 'Run', 'Reference']);
    expect(open.flatMap(({ items = [] }) => items).length).toBeLessThanOrEqual(52);
    expect(open[0]?.items?.[1]?.text).toBe('How do I …');
    expect(sidebar().map(({ text }) => text)).not.toContain('Other pages');
  });

  test('a row with several pages is one entry, which opens', () => {
    const text =
      '## Build\n\n| a | [A](guide/access.md), [of writes](guide/access-writes.md) |\n| b | [B](guide/sql.md) |\n\n**More:**\n[c](faq.md)\n';
    expect(sidebar(text)[0]?.items?.slice(1)).toEqual([
      {
        ...{ text: 'A', link: '/guide/access.html', collapsed: true },
        items: [{ text: 'Of writes', link: '/guide/access-writes.html' }],
      },
      { text: 'B', link: '/guide/sql.html' },
      { text: 'More', collapsed: true, items: [{ text: 'C', link: '/faq.html' }] },
    ]);
  });
});

describe('descriptions', () => {
  test.each([
    ['docs/guide/access.md', 'Which user can read which resources and fields, and change what.'],
    ['docs/decisions/002-esm-only.md', /^[A-Z@].{40,}/],
    ['docs/reference/kysely.md', 'The exports of @linkage/kysely: what each does, and an example for each function.'],
  ])('of %s is %s', (file, text) => expect(descriptionOf(file)).toMatch(text));

  test('have between 30 and 200 characters, and no marks', () => {
    const wrong = [...pageFiles].filter((file) => !/^[^`*\]"<>]{30,200}$/.test(descriptionOf(file)));
    expect(wrong).toEqual([]);
  });
});

test('the links of Markdown lead to Markdown, in code they stay', () => {
  const text = markdownOf('docs/guide/access.md');
  expect(text).toContain(`](${published}guide/access-writes.md`);
  expect(text).not.toMatch(/\]\((?!https:)/);
});

describe('links', () => {
  test.each([
    ['docs/guide/http.md', 'errors.md#status', '/guide/errors.html#status'],
    ['docs/guide/http.md', '../../README.md', '/'],
    ['docs/README.md', '../packages/adapters/fetch/README.md', '/packages/fetch.html'],
    ['docs/README.md', 'examples/source.ts', 'https://github.com/linkage-js/linkage/blob/main/docs/examples/source.ts'],
    ['docs/README.md', 'decisions/', '/decisions/'],
    ['docs/README.md', 'examples/how-do-i', 'https://github.com/linkage-js/linkage/tree/main/docs/examples/how-do-i'],
    ['README.md', 'packages/sources/kysely', '/packages/kysely.html'],
    ['packages/core/README.md', 'https://github.com/linkage-js/linkage/blob/main/docs/faq.md#a', '/faq.html#a'],
    ['README.md', 'https://jsonapi.org/', 'https://jsonapi.org/'],
    ['README.md', '#install', '#install'],
  ])('in %s to %s leads to %s', (file, link, target) => expect(linkTarget(file, link)).toBe(target));

  test.each([
    ['full-linkage', '/rules.html#full-linkage'],
    [
      'server/test/requirements.test.ts',
      'https://github.com/linkage-js/linkage/blob/main/packages/server/test/requirements.test.ts',
    ],
    ['server/test/no-such.test.ts', undefined],
    ['fetch-head', undefined],
  ])('D4: the code %s of the page about coverage leads to %s', (code, target) => {
    expect(coverageTarget(code)).toBe(target);
  });

  test('to a missing file end the build', () => {
    expect(() => linkTarget('docs/faq.md', 'no-such-page.md')).toThrow(
      'docs/faq.md: the link no-such-page.md leads to a file that does not exist',
    );
  });

  test('of all pages have a target', () => {
    const targets = [...pageFiles].flatMap((file) =>
      linksOf(readFileSync(join(root, file), 'utf8')).map((link) => linkTarget(file, link)),
    );
    expect(targets.length).toBeGreaterThan(500);
    expect(targets.filter((target) => !/^(?:https?:|\/|#)/.test(target))).toEqual([]);
  });

  test('with the state of the validator are not links to headings', () => {
    const site = join(folder, 'states');
    mkdirSync(join(site, 'validate'), { recursive: true });
    writeFileSync(
      join(site, 'index.html'),
      '<a href="/validate/#1.A_-9"></a><a href="/validate/#2"></a><a href="#1.A"></a>',
    );
    writeFileSync(join(site, 'validate/index.html'), '');
    expect(deadLinks(site, '/')).toEqual([
      'index.html: /validate/#2 has no such heading',
      'index.html: #1.A has no such heading',
    ]);
  });

  test('in built pages are checked: files, headings, and the base', () => {
    const site = join(folder, 'links');
    mkdirSync(join(site, 'guide'), { recursive: true });
    writeFileSync(join(site, 'index.html'), '<h1 id="top"></h1><a class="x" href="/base/guide/a.html#one">a</a>');
    writeFileSync(
      join(site, 'guide/a.html'),
      '<h2 id="one"></h2><a href="#two"></a><a href="/base/none.html"></a><img src="../x.png"><a href="/"></a><a href="https://x.org"></a><a href="/base/#top"></a>',
    );
    expect(deadLinks(site, '/base/')).toEqual([
      'guide/a.html: #two has no such heading',
      'guide/a.html: /base/none.html does not exist',
      'guide/a.html: ../x.png does not exist',
      'guide/a.html: / is outside of /base/',
    ]);
  });
});

describe('the content security policy', () => {
  test('moves inline scripts to files, and removes inline styles', () => {
    const scripts = new Map<string, string>();
    const html = externalScripts(
      '<html><head><script id="a">go()</script><script type="module" src="/x.js"></script></head><p class="a" style="top:0">',
      '/base/',
      scripts,
    );
    const [[name, text] = ['', '']] = scripts;
    expect(text).toBe('go()');
    expect(html).toContain(`<script id="a" src="/base/assets/${name}"></script>`);
    expect(html).toContain('<script type="module" src="/x.js"></script>');
    expect(html).toContain("script-src 'self'; style-src 'self'");
    expect(html).not.toMatch(/style="|unsafe/);
  });

  test('colors code by class', () => {
    const node = {
      type: 'element' as const,
      tagName: 'span',
      children: [],
      properties: { style: 'color:var(--code-token-string)' },
    };
    // biome-ignore lint/suspicious/noExplicitAny: the transformer does not use its context.
    classesForStyles.span?.call({} as any, node, 0, 0, node, {} as any);
    expect(node.properties).toEqual({ style: undefined, class: 'code-token-string' });
  });
});

test('differences of two builds are found', () => {
  for (const [name, text] of [
    ['a', 'same'],
    ['b', 'one'],
  ] as const) {
    for (const side of ['left', 'right']) {
      mkdirSync(join(folder, side, 'x'), { recursive: true });
      writeFileSync(join(folder, side, 'x', name), name === 'b' ? text + side : text);
    }
  }
  writeFileSync(join(folder, 'right', 'c'), '');
  expect(differencesOf(join(folder, 'left'), join(folder, 'right'))).toEqual(['c', 'x/b']);
});
