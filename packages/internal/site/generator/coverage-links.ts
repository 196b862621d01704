/** The links of the page about coverage: from each requirement to its rule and to its tests. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packagePath, root } from '../../../../scripts/workspace.ts';
import { linkTarget, repository } from './page-paths.ts';

const rules: ReadonlySet<string> = new Set(
  [...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/^### (\S+)$/gm)].map(([, rule = '']) => rule),
);

/** Returns where the code `full-linkage` or `core/src/x.test.ts` of the page leads, or `undefined`. */
export function coverageTarget(code: string): string | undefined {
  if (rules.has(code)) return linkTarget('docs/coverage.md', `rules.md#${code}`);
  const isFile = /^[\w-]+\/[\w./-]+\.ts$/.test(code) && existsSync(packagePath(code));
  return isFile ? `${repository}/blob/main/${relative(root, packagePath(code))}` : undefined;
}
