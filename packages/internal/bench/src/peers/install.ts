import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peersFolder } from './peer.ts';
import { versions } from './versions.ts';

/** Installs the libraries to compare with, unless they are there; says whether they are. */
export function installPeers(): boolean {
  const missing = Object.entries(versions).filter(([name, version]) => installedVersion(name) !== version);
  if (missing.length === 0) return true;
  console.log(
    `Installing ${Object.keys(versions).length} libraries to compare with into packages/internal/bench/.peers`,
  );
  mkdirSync(peersFolder, { recursive: true });
  const options = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const wanted = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const { status } = spawnSync('npm', ['install', ...options, '--prefix', peersFolder, ...wanted], {
    cwd: peersFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  console.log('The other libraries could not be installed (is there a network?): they are left out.');
  return false;
}

function installedVersion(name: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(peersFolder, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}
