import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { publishVersions } from '../generator/publish-version.ts';
import { base, siteRoot, version, versionName } from '../generator/version.ts';
import { pageInVersion, readVersions } from '../page/versions/published-versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-versions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function addVersion(name: string, pages: readonly string[]): void {
  for (const page of pages) {
    mkdirSync(join(folder, name, page, '..'), { recursive: true });
    writeFileSync(join(folder, name, page), `${name} ${page}`);
  }
}

test.each([
  ['0.0.0', 'v0.0'],
  ['0.3.4', 'v0.3'],
  ['1.0.0', 'v1'],
  ['12.3.4-beta.1', 'v12'],
])('the version %s has the folder %s', (given, expected) => expect(versionName(given)).toBe(expected));

test('every page is below the folder of its version', () => {
  expect(base).toBe(`${siteRoot}${version}/`);
  expect(version).toMatch(/^v\d/);
});

describe('publishing', () => {
  test('needs a version', () => {
    expect(() => publishVersions(folder)).toThrow(`The folder ${folder} must have a version of the site.`);
  });

  test('keeps earlier versions, and leads to the newest one', () => {
    addVersion('v0.9', ['index.html', 'old.html', '404.html']);
    addVersion('v0.10', ['index.html', 'guide/errors.html']);
    addVersion('v2', ['index.html', '404.html']);
    addVersion('v10', ['index.html', '404.html']);
    addVersion('vendor', ['index.html']);
    const versions = publishVersions(folder, '/linkage/');
    expect(versions.map(({ name }) => name)).toEqual(['v10', 'v2', 'v0.10', 'v0.9']);
    expect(versions.at(2)?.pages).toEqual(['guide/errors.html', 'index.html']);
    expect(versions.at(3)?.pages).toEqual(['index.html', 'old.html']);
    expect(JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))).toEqual(versions);
    const leads = (page: string) =>
      /rel="canonical" href="([^"]*)"/.exec(readFileSync(join(folder, page), 'utf8'))?.[1];
    expect(leads('index.html')).toBe('v10/');
    // The newest version that has the page.
    expect(leads('guide/errors.html')).toBe('../v0.10/guide/errors.html');
    expect(leads('old.html')).toBe('v0.9/old.html');
    expect(leads('404.html')).toBe('/linkage/v10/404.html');
    expect(readFileSync(join(folder, 'v0.9/old.html'), 'utf8')).toBe('v0.9 old.html');
    expect(existsSync(join(folder, '.nojekyll'))).toBe(true);
    // Search engines find the newest version only.
    const addresses = readFileSync(join(folder, 'sitemap.xml'), 'utf8').match(/(?<=<loc>)[^<]*/g);
    expect(addresses).toEqual(['https://linkage-js.github.io/linkage/v10/']);
    expect(existsSync(join(folder, 'llms.txt'))).toBe(false);
  });
});

describe('the choice of a version', () => {
  const old = { name: 'v0.9', pages: ['index.html', 'guide/errors.html', 'validate/index.html'] };

  test.each([
    ['guide/errors.html', '/linkage/v0.9/guide/errors.html'],
    ['validate/', '/linkage/v0.9/validate/'],
    ['', '/linkage/v0.9/'],
    ['guide/new.html', '/linkage/v0.9/'],
  ])('leads from %j to %s', (page, url) => expect(pageInVersion('/linkage/', old, page)).toBe(url));

  test.each([[null], [{}], ['x'], [[null, 1, {}, { name: '//evil', pages: [] }, { name: 'v1' }]]])(
    'ignores the list %j',
    (value) => expect(readVersions(value)).toEqual([]),
  );

  test('reads the list of versions', () => {
    expect(readVersions([old, { name: 'v1', pages: ['a', 1] }])).toEqual([old, { name: 'v1', pages: ['a'] }]);
  });
});
