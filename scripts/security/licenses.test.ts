/** Licenses of installed packages, from their manifests. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPackages, root } from '../workspace.ts';

const permissive: ReadonlySet<string> = new Set(
  'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD CC0-1.0 Unlicense BlueOak-1.0.0 Python-2.0 PSF-2.0'.split(' '),
);

/** Packages for tests, bundle sizes, the demo, and the site, which no package of Linkage contains or requires, with their licenses. */
const exceptions: Readonly<Record<string, string>> = {
  'axe-core': 'MPL-2.0',
  'caniuse-lite': 'CC-BY-4.0',
  elkjs: 'EPL-2.0',
  lightningcss: 'MPL-2.0',
  'seq-queue': 'none',
  'uri-templates': 'http://geraintluff.github.io/tv4/LICENSE.txt',
  'world-countries': 'ODbL-1.0',
};

interface Manifest {
  readonly name: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function licenseOf({ license, licenses }: Manifest): string {
  return license ?? licenses?.map(({ type }) => type).join(' AND ') ?? 'none';
}

/** Whether one choice of an `OR`, or all parts of an `AND`, are permissive. */
function isPermissive(license: string): boolean {
  const parts = (text: string, word: RegExp): string[] => text.replaceAll(/[()]/g, '').split(word);
  return parts(license, / or /i).some((choice) => parts(choice, / and /i).every((part) => permissive.has(part)));
}

/** Returns the manifests of all packages in the store of the installation. */
function installed(): readonly Manifest[] {
  const store = join(root, 'node_modules/.pnpm');
  const folders = readdirSync(store).map((name) => join(store, name, 'node_modules'));
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .flatMap((name) => (name.startsWith('@') ? readdirSync(join(folder, name)).map((it) => join(name, it)) : [name]))
      .map((name) => join(folder, name))
      .filter((it) => !lstatSync(it).isSymbolicLink() && existsSync(join(it, 'package.json')))
      .map((it) => readManifest(join(it, 'package.json'))),
  );
}

test('every installed package has a permissive license, apart from those that no package contains', () => {
  const all = installed();
  expect(all.length).toBeGreaterThan(100);
  const others = all.filter((it) => !isPermissive(licenseOf(it)));
  const isKnown = (it: Manifest): boolean =>
    Object.entries(exceptions).some(
      ([name, license]) => (it.name === name || it.name.startsWith(`${name}-`)) && license === licenseOf(it),
    );
  expect(others.filter((it) => !isKnown(it)).map((it) => `${it.name}: ${licenseOf(it)}`)).toEqual([]);
});

test('the dependencies of the published packages have permissive licenses, without exceptions', () => {
  const seen = new Map<string, string>();
  const visit = (file: string): void => {
    const { dependencies = {} } = readManifest(file);
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@linkage/')) continue;
      const found = createRequire(file)
        .resolve.paths(name)
        ?.map((path) => join(path, name, 'package.json'));
      const manifest = found?.find(existsSync);
      expect(manifest, `${name} of ${file}`).toBeDefined();
      if (manifest === undefined || seen.has(manifest)) continue;
      seen.set(manifest, licenseOf(readManifest(manifest)));
      visit(manifest);
    }
  };
  for (const { folder, isPublic } of readPackages()) if (isPublic) visit(join(folder, 'package.json'));
  expect(seen.size).toBeGreaterThan(0);
  expect([...seen].filter(([, license]) => !isPermissive(license))).toEqual([]);
});
