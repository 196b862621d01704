import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { folders, root } from '../../../../scripts/workspace.ts';
import { modulesOf } from '../test-runs/modules.ts';

/** The tests that run a file, nearest first; each is asked only when those before let a mutant live. */
export interface TestStages {
  /** `x.test.ts` and `x.more.test.ts` of `x.ts`, even if they load `x.ts` in a way that is not seen here. */
  readonly beside: readonly string[];
  /** Others of its folder. */
  readonly folder: readonly string[];
  /** The folder `test` of its package. */
  readonly package: readonly string[];
  /** All others of its package. */
  readonly others: readonly string[];
}

/** The tests beside a file, and those of its package that import it, by however many steps. Paths are absolute. */
export function findTests(file: string): TestStages {
  const own = [...folders.values()].find((it) => file.startsWith(`${it}/`));
  const folder = own ?? join(root, relative(root, file).split('/').at(0) ?? '');
  const ignored = ['**/node_modules/**', '**/dist/**'];
  const tests = globSync('**/*.test.ts', { cwd: folder, exclude: ignored }).map((it) => join(folder, it));
  const stem = file.replace(/\.ts$/, '.');
  const beside = tests.filter((it) => it.startsWith(stem)).sort();
  const rest = tests.filter((it) => !beside.includes(it) && reaches(it, file)).sort();
  const near = rest.filter((it) => dirname(it) === dirname(file));
  const wide = rest.filter((it) => it.startsWith(join(folder, 'test/')) && !near.includes(it));
  return { beside, folder: near, package: wide, others: rest.filter((it) => !near.includes(it) && !wide.includes(it)) };
}

function reaches(from: string, file: string): boolean {
  return modulesOf(from).has(file);
}
