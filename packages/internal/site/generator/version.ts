/** The version of the site. Each version has a folder of its own, so that its links stay valid when the next one is published. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';

/**
 * Returns the name of the folder for a version of the packages: `v2` for 2.3.4. Before 1.0.0, minor versions can have
 * breaking changes, so that 0.3.4 has `v0.3`.
 */
export function versionName(version: string): string {
  const [major = '0', minor = '0'] = version.split('.');
  return major === '0' ? `v0.${minor}` : `v${major}`;
}

/** The version of this repository. All packages have the same. */
export const version: string = versionName(
  JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8')).version,
);

/** The path under which a host serves all versions: `/linkage/` on GitHub Pages. */
export const siteRoot: string = process.env['SITE_BASE'] ?? '/';

/** The path of this version: `/linkage/v0.3/`. */
export const base: string = `${siteRoot}${version}/`;
