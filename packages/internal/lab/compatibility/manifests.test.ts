import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readPackages, root } from '../../../../scripts/workspace.ts';
import { lowestNode, lowestTypeScript } from './versions.ts';

const home = 'https://github.com/linkage-js/linkage';
const published = readPackages().filter((it) => it.isPublic);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each(published.map((it) => [it.name, it.folder] as const))('%s says where it comes from', (name, folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const directory = relative(root, folder);
  expect(manifest).toMatchObject({
    license: 'MIT',
    repository: { type: 'git', url: `git+${home}.git`, directory },
    homepage: `${home}/tree/main/${directory}#readme`,
    bugs: { url: `${home}/issues` },
    // Since this version, `require` loads ES modules.
    engines: { node: `>=${lowestNode}` },
    publishConfig: { access: 'public', provenance: true },
  });
  // They share `@linkage/core/internal`, which can change with any release.
  const peers = Object.entries({ ...manifest.peerDependencies, ...manifest.dependencies });
  expect(peers.filter(([peer, range]) => peer.startsWith('@linkage/') && range !== 'workspace:*')).toEqual([]);
  expect(manifest.keywords, name).toContain('json-api');
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme, 'names the lowest TypeScript').toContain(`TypeScript ${lowestTypeScript} `);
  expect(readme, 'links to the documentation').toContain(`${home}/blob/main/docs/`);
});

test('the pages name the lowest versions', () => {
  const short = lowestNode.replace(/\.0$/, '');
  for (const path of ['README.md', 'docs/getting-started/installation.md']) {
    expect(read(path)).toContain(`Node ${short} or later`);
    expect(read(path)).toContain(`${lowestTypeScript} or later`);
  }
  expect(JSON.parse(read('package.json')).devDependencies).toHaveProperty(`typescript-${lowestTypeScript}`);
});

test('the links of packages lead to pages of this repository', () => {
  const links = published.flatMap(({ folder }) => [
    ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(
      /linkage-js\/linkage\/(?:blob|tree)\/main\/([\w./-]+)/g,
    ),
  ]);
  expect(links.length).toBeGreaterThanOrEqual(published.length);
  expect(links.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('there is a policy for security, support, and versions', () => {
  expect(read('SECURITY.md')).toContain(`${home}/security/advisories/new`);
  for (const heading of ['## Supported versions', '## Reporting']) expect(read('SECURITY.md')).toContain(heading);
  for (const heading of ['## Versions', '## Support']) expect(read('docs/versions.md')).toContain(heading);
});
