/**
 * Asks the registry for advisories about the run-time dependencies of the published packages, and what these install:
 * `npm run advisories`. Exits with 1 if there is one, or if npm fails. If the registry cannot be reached or does not serve advisories,
 * prints the reason and that nothing was checked, and exits with 0: continuous integration also runs without a network.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { readPackages } from '../../../../scripts/workspace.ts';
import { type AuditOutcome, auditOutcome, type NpmRun, npmFailure } from './audit-outcome.ts';

readScriptOptions({ command: 'npm run advisories' });
const TIME_LIMIT = 60_000;

function npm(cwd: string, ...argv: readonly string[]): NpmRun {
  return spawnSync('npm', [...argv, '--json', '--fetch-retries=0'], { cwd, encoding: 'utf8', timeout: TIME_LIMIT });
}

/** Counts the advisories about dependencies, in an empty project. */
function audit(dependencies: object): AuditOutcome {
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'));
  try {
    const manifest = { name: 'linkage-dependencies', private: true, dependencies };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const installed = npm(folder, 'install', '--package-lock-only', '--ignore-scripts', '--no-fund', '--no-audit');
    return npmFailure(installed) ?? auditOutcome(npm(folder, 'audit'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const manifests = readPackages()
  .filter(({ isPublic }) => isPublic)
  .map((it) => JSON.parse(readFileSync(join(it.folder, 'package.json'), 'utf8')));
const all = Object.assign({}, ...manifests.map(({ dependencies = {} }) => dependencies));
const dependencies = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('@linkage/')));
const outcome = audit(dependencies);
if (outcome.count !== undefined) {
  process.stdout.write(`${Object.keys(dependencies).join(', ')}: ${outcome.count} advisories\n`);
  process.exitCode = outcome.count === 0 ? 0 : 1;
} else if (outcome.isRegistry) {
  process.stderr.write(
    `WARNING: advisories are NOT CHECKED, because the registry does not serve them: ${outcome.reason}\n`,
  );
} else {
  process.stderr.write(`FAILED: npm cannot check the dependencies: ${outcome.reason}\n`);
  process.exitCode = 1;
}
