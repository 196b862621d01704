import { existsSync, globSync, readFileSync } from 'node:fs';
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

/** Returns the packages that an install needs, with their peers and the peers of these. */
function needed(names: readonly string[]): readonly string[] {
  const found = new Set(names);
  for (const name of found) {
    const it = published.find((other) => other.name === name);
    if (it === undefined) continue;
    const { peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(
      read(join(relative(root, it.folder), 'package.json')),
    );
    for (const peer of Object.keys(peerDependencies)) if (!peerDependenciesMeta[peer]?.optional) found.add(peer);
  }
  return [...found];
}

test('each install line of the pages, and of a draft, names all peers, because yarn does not install them', () => {
  const files = globSync(['README.md', 'docs/**/*.md', 'packages/**/README.md', 'packages/tools/sql/src/cli/*.ts'], {
    cwd: root,
    exclude: ['**/{node_modules,dist}/**'],
  });
  const blocks = files.flatMap((file) =>
    file.endsWith('.ts')
      ? [...read(file).matchAll(/'(@linkage\/core @[^']*)'/g)].map(([, names = '']) => ({ file, names }))
      : [...read(file).matchAll(/(?:^npm install [^\n]*@linkage\/(?![^\n]*@latest)[^\n]*\n)+/gm)].map(([names]) => ({
          file,
          names,
        })),
  );
  expect(blocks.length).toBeGreaterThan(20);
  const lacking = blocks.flatMap(({ file, names }) => {
    const given: readonly string[] = names.match(/(?<=\s|^)(?!npm\b|install\b|--)[@\w/-]+/g) ?? [];
    return needed(given)
      .filter((name) => !given.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(lacking).toEqual([]);
});

test('there is a policy for security, support, and versions', () => {
  expect(read('SECURITY.md')).toContain(`${home}/security/advisories/new`);
  for (const heading of ['## Supported versions', '## Reporting']) expect(read('SECURITY.md')).toContain(heading);
  for (const heading of ['## Versions', '## Support']) expect(read('docs/versions.md')).toContain(heading);
});

test('no page says that the packages are not on npm, unless their version is 0.0.0', () => {
  const files = [
    'README.md',
    ...globSync('{docs,packages}/**/*.md', { cwd: root, exclude: ['**/{node_modules,dist}/**', '**/CHANGELOG.md'] }),
    ...globSync('packages/internal/site/page/**/*.ts', { cwd: root }),
  ];
  const saying = files.filter((file) =>
    /not on npm|nothing is published|before[ -]the[ -]release\b(?! of)|0\.0\.0\.tgz/i.test(read(file)),
  );
  if (published.every(({ version }) => version === '0.0.0')) expect(saying).toContain('README.md');
  else expect(saying).toEqual([]);
});

test('the page of installation names the tarballs of all packages', () => {
  const page = read('docs/getting-started/installation.md');
  const names = published.map(({ name, version }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (page.includes('.tgz'))
    expect(
      page
        .match(/^(?:create-)?linkage-.*$/gm)
        ?.join(' ')
        .split(/ +/)
        .sort(),
    ).toEqual(names.sort());
});
