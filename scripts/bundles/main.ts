/**
 * Bundles parts of the packed packages as users do, with each bundler, or in the short form with one, and prints their size, minified and gzipped. Fails if a
 * bundle is larger than its limit, or contains a part of the library that it does not use.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isLong } from '../../packages/core/test/runs.ts';
import { installTarballs } from '../build/install-tarballs.ts';
import { packTarballs } from '../packed/project.ts';
import { readPackages } from '../workspace.ts';
import { type BundlerName, bundlerNames, bundlers } from './bundlers.ts';
import { type Bundle, bundles, traces } from './limits.ts';

function fail(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}

/** Installs what the bundles import, as it is published. */
async function install(folder: string): Promise<void> {
  const packages = readPackages().filter(({ isPublic }) => isPublic);
  const tarballs = await packTarballs(join(folder, 'tarballs'));
  const { ok, output } = await installTarballs(packages, folder, ({ name }) => tarballs[name] ?? '');
  if (!ok) throw new Error(output);
}

/** Fails if a bundle is too large, or contains what it must not. Returns its size, for the report. */
function judge({ title, limits, without }: Bundle, name: BundlerName, text: string): string {
  const size = gzipSync(text).byteLength / 1024;
  const limit = limits[name];
  if (size > limit)
    fail(`The bundle of ${title} by ${name} has ${size.toFixed(2)} KiB, but it must have at most ${limit} KiB.`);
  for (const part of without)
    if (text.includes(traces[part])) fail(`The bundle of ${title} by ${name} contains ${part}.`);
  return `${name} ${size.toFixed(2)} of ${limit}`;
}

const folder = mkdtempSync(join(tmpdir(), 'linkage-bundles-'));
try {
  await install(folder);
  for (const [index, it] of bundles.entries()) {
    const entry = `entry-${index}.js`;
    const lines = Object.entries(it.exports).map(([name, names]) => `export { ${names} } from '@linkage/${name}';\n`);
    writeFileSync(join(folder, entry), lines.join(''));
    const sizes: string[] = [];
    for (const name of bundlerNames) sizes.push(judge(it, name, await bundlers[name](folder, entry)));
    const goal = it.target === undefined ? '' : `, to reach ${it.target}`;
    console.log(`${it.title.padEnd(32)} ${sizes.join(', ')} KiB gzipped${goal}`);
  }
  if (!isLong) console.log('Vite and webpack: only in the long form, TESTS=long');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
