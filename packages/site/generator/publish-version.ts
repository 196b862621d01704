/** The files beside the versions of the site: the list of versions, and the pages that lead to the newest one. */
import { copyFileSync, existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedVersion } from '../page/versions/published-versions.ts';

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

/** Returns the page that leads to a version. It works without scripts. */
function redirectTo(name: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Linkage</title>
<meta http-equiv="refresh" content="0; url=${name}/">
</head>
<body><p><a href="${name}/">Linkage ${name}</a></p></body>
</html>
`;
}

/**
 * Writes `versions.json`, `index.html`, and `404.html` for the versions in a folder. A host needs only static files: the
 * folders of earlier versions stay as they were built.
 *
 * @throws {Error} If the folder does not have a version.
 */
export function publishVersions(folder: string): readonly PublishedVersion[] {
  const names = globSync('v*/index.html', { cwd: folder }).map((file) => file.replace(/[\\/]index\.html$/, ''));
  const versions = names
    .filter((name) => /^v\d+(?:\.\d+)?$/.test(name))
    .map((name) => ({
      name,
      pages: globSync('**/*.html', { cwd: join(folder, name) })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file !== '404.html')
        .sort(),
    }))
    .sort(compareNewestFirst);
  const newest = versions.at(0);
  if (newest === undefined) throw new Error(`The folder ${folder} must have a version of the site.`);
  writeFileSync(join(folder, 'versions.json'), `${JSON.stringify(versions)}\n`);
  writeFileSync(join(folder, 'index.html'), redirectTo(newest.name));
  const missing = join(folder, newest.name, '404.html');
  if (existsSync(missing)) copyFileSync(missing, join(folder, '404.html'));
  // GitHub Pages would leave out files whose names begin with a low line.
  writeFileSync(join(folder, '.nojekyll'), '');
  return versions;
}
