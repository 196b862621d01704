/**
 * Asks the registry for advisories about the dependencies of the published packages: `npm run advisories`. Exits with 1 if there is
 * one. Without a registry that answers, it says that nothing was checked, and exits with 0.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScriptOptions } from './command-line/script-options.ts';
import { readPackages } from './workspace.ts';

readScriptOptions({ command: 'npm run advisories' });
const TIME_LIMIT = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'advisories-'));

function npm(...argv: readonly string[]) {
  return spawnSync('npm', argv, { cwd: folder, encoding: 'utf8', timeout: TIME_LIMIT });
}

try {
  const manifests = readPackages()
    .filter(({ isPublic }) => isPublic)
    .map((it) => JSON.parse(readFileSync(join(it.folder, 'package.json'), 'utf8')));
  const all = Object.assign({}, ...manifests.map(({ dependencies = {} }) => dependencies));
  const dependencies = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('@linkage/')));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'linkage-dependencies', private: true, dependencies }),
  );
  npm('install', '--package-lock-only', '--ignore-scripts', '--no-fund', '--no-audit', '--fetch-retries=0');
  const { stdout } = npm('audit', '--json', '--fetch-retries=0');
  const { metadata } = JSON.parse(stdout === '' ? '{}' : stdout);
  const count: unknown = metadata?.vulnerabilities?.total;
  if (typeof count === 'number') {
    process.stdout.write(`${Object.keys(dependencies).join(', ')}: ${count} advisories\n`);
    process.exitCode = count === 0 ? 0 : 1;
  } else {
    process.stderr.write('WARNING: no registry answered, so advisories are NOT CHECKED.\n');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
