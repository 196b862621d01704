import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The root of this checkout. */
export const root: string = join(import.meta.dirname, '../../../../..');
const folder = join(root, 'packages/internal/bench/.checkouts');

/** Another state of this project, ready to run. */
export interface Checkout {
  readonly name: string;
  readonly root: string;
}

/** The files of a checkout that measures itself, as they are now. */
export const thisCheckout: Checkout = { name: 'this checkout', root };

/**
 * Writes the files of a commit into a folder and installs what its lockfile names.
 *
 * @throws {Error} If git does not know the commit, or if the installation fails.
 */
export function prepareCheckout(commit: string): Checkout {
  const git = (...argv: readonly string[]): Buffer => execFileSync('git', argv, { cwd: root, maxBuffer: 2 ** 30 });
  const name = git('rev-parse', '--short', '--verify', `${commit}^{commit}`).toString().trim();
  const target = join(folder, name);
  if (!existsSync(target)) {
    // Written beside its place first: an interrupted run must not leave half a checkout that looks whole.
    const draft = `${target}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    execFileSync('tar', ['-x', '-C', draft], { input: git('archive', '--format=tar', name) });
    renameSync(draft, target);
  }
  const { status } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'run', 'node', '--version'], {
    cwd: target,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The packages of ${name} could not be installed.`);
  return { name, root: target };
}
