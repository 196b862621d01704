import { git } from './gate/recorded-checkout.ts';

/**
 * Returns the commit whose files are measured.
 *
 * @param changes The output of `git status --porcelain` for the packages.
 * @throws {Error} If files of packages have changed since the commit: the figures would be those of no commit.
 */
export function measuredCommit(
  changes: string = git('status', '--porcelain', '--', 'packages', 'pnpm-lock.yaml'),
): string {
  if (changes !== '')
    throw new Error(`Commit these files before you measure, because the page names the measured commit:\n${changes}`);
  return git('rev-parse', 'HEAD').slice(0, 8);
}
