import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runTool, type ToolResult } from '../run-tool.ts';
import { type Package, root } from '../workspace.ts';

/**
 * Unpacks packed packages into `node_modules` of a folder, without a registry: what they import are links to what they are
 * developed with. `tarballOf` returns the path of a tarball.
 */
export async function installTarballs(
  packages: readonly Package[],
  folder: string,
  tarballOf: (it: Package) => string,
): Promise<ToolResult> {
  const modules = join(folder, 'node_modules');
  for (const it of packages) {
    const target = join(modules, it.name);
    mkdirSync(target, { recursive: true });
    const unpacked = await runTool('tar', ['-xzf', tarballOf(it), '-C', target, '--strip-components=1']);
    if (!unpacked.ok) return unpacked;
    linkDependencies(join(it.folder, 'node_modules'), modules);
  }
  linkDependencies(join(root, 'node_modules'), modules);
  return { ok: true, output: '' };
}

/** Makes what a package is developed with available, but no other package of this workspace. */
function linkDependencies(from: string, modules: string): void {
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') || name === '@linkage') continue;
    if (name.startsWith('@')) linkDependencies(join(from, name), join(modules, name));
    else link(join(from, name), join(modules, name));
  }
}

function link(target: string, path: string): void {
  if (existsSync(path) || !existsSync(target)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}
