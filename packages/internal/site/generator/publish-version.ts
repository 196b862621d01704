/** The files beside the versions of the site: the list of versions, and the pages that lead to the newest version. */
import { copyFileSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublishedVersion } from '../page/versions/published-versions.ts';
import { published } from './page-paths.ts';

/** Returns the numbers of a version: 0 and 3 for `v0.3`. */
function numbersOf(name: string): readonly [number, number] {
  const [major = 0, minor = 0] = name.slice(1).split('.').map(Number);
  return [major, minor];
}

/** Whether the first version is newer than the second one. */
function compareNewestFirst({ name: a }: PublishedVersion, { name: b }: PublishedVersion): number {
  const [majorA, minorA] = numbersOf(a);
  const [majorB, minorB] = numbersOf(b);
  return majorB - majorA || minorB - minorA;
}

/** The script of a page without a version: it keeps the query and the fragment, which the redirect of the page alone loses. */
const toNewest = `const { href } = document.querySelector('link[rel=canonical]');
location.replace(href + location.search + location.hash);
`;

/** The script of the page for unknown URLs: it leads to the page of the newest version that searches for the words of the URL. */
const toSearch = `const { href } = document.querySelector('link[rel=canonical]');
const page = location.pathname.slice(new URL(document.currentScript.src).pathname.length - 'to-search.js'.length);
location.replace(href + '?page=' + encodeURIComponent(page));
`;

/** Returns a page that leads to another one. It works without scripts, then without the fragment. */
function redirectTo(target: string, text: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${text}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
<link rel="canonical" href="${target}">
<script src="${script}"></script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>
</head>
<body><main><h1>${text}</h1><p><a href="${target}">${text}</a></p></main></body>
</html>
`;
}

/** Writes the pages without a version: each leads to the newest version that has the page. */
function publishRedirects(folder: string, versions: readonly PublishedVersion[]): void {
  const seen = new Set<string>();
  for (const { name, pages } of versions) {
    for (const page of pages) {
      if (seen.has(page)) continue;
      seen.add(page);
      const file = join(folder, page);
      const up = '../'.repeat(page.split('/').length - 1);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        redirectTo(`${up}${name}/${page.replace(/(^|\/)index\.html$/, '$1')}`, `Linkage ${name}`, `${up}to-newest.js`),
      );
    }
  }
  writeFileSync(join(folder, 'to-newest.js'), toNewest);
}

/** Returns a list of pages for search engines. */
function sitemapOf(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${address}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/**
 * Writes `versions.json`, `404.html`, the files for search engines, and for each page of a version one without a version that leads to it. A host needs only
 * static files: the folders of earlier versions stay as they were built.
 *
 * @param siteRoot The path under which the host serves the folder.
 * @throws {Error} If the folder does not have a version.
 */
export function publishVersions(folder: string, siteRoot = '/'): readonly PublishedVersion[] {
  const names = globSync('v*/index.html', { cwd: folder }).map((file) => file.replace(/[\\/]index\.html$/, ''));
  const versions = names
    .filter((name) => /^v\d+(?:\.\d+)?$/.test(name))
    .map((name) => ({
      name,
      pages: globSync('**/*.html', { cwd: join(folder, name) })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => !/^(?:404|sandbox)\.html$/.test(file))
        .sort(),
    }))
    .sort(compareNewestFirst);
  const newest = versions.at(0);
  if (newest === undefined) throw new Error(`The folder ${folder} must have a version of the site.`);
  writeFileSync(join(folder, 'versions.json'), `${JSON.stringify(versions)}\n`);
  publishRedirects(folder, versions);
  // A host shows this page at any URL, so its own links cannot be relative.
  const search = `${siteRoot}${newest.name}/404.html`;
  writeFileSync(join(folder, '404.html'), redirectTo(search, 'This page does not exist', `${siteRoot}to-search.js`));
  writeFileSync(join(folder, 'to-search.js'), toSearch);
  const addresses = newest.pages.map(
    (page) => `${published}${newest.name}/${page.replace(/(^|\/)index\.html$/, '$1')}`,
  );
  writeFileSync(join(folder, 'sitemap.xml'), sitemapOf(addresses));
  writeFileSync(join(folder, 'robots.txt'), `User-agent: *\nAllow: /\nSitemap: ${published}sitemap.xml\n`);
  // Programs ask for these two at the root of the site.
  for (const name of ['llms.txt', 'llms-full.txt'].filter((it) => existsSync(join(folder, newest.name, it))))
    copyFileSync(join(folder, newest.name, name), join(folder, name));
  // GitHub Pages would leave out files whose names begin with a low line.
  writeFileSync(join(folder, '.nojekyll'), '');
  return versions;
}
