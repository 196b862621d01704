import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The root of this checkout. */
export const root: string = join(import.meta.dirname, '../../../../..');

/** The sources of another commit in a temporary folder, with the installed dependencies of this checkout. */
export interface RecordedCheckout {
  readonly root: string;
  readonly remove: () => void;
}

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Returns the output of a command of git in this checkout. */
export function git(...argv: readonly string[]): string {
  return run(...argv)
    .toString()
    .trim();
}

function run(...argv: readonly string[]): Buffer {
  return execFileSync('git', argv, { cwd: root, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Whether this clone contains a commit: a shallow one, or a copy without history, does not. */
export function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The folders of the packages of a checkout. A package can stand in a group: `packages/sources/kysely`. */
function foldersOf(checkout: string): readonly string[] {
  const manifests = globSync('packages/{*,*/*}/package.json', { cwd: checkout, exclude: ['**/node_modules/**'] });
  return manifests.map((file) => join(checkout, dirname(file)));
}

/** The folder of an installed dependency in this checkout. It need not be one of the same package as at the commit. */
function installedFolder(name: string): string | undefined {
  const places = [root, ...foldersOf(root)].map((folder) => join(folder, 'node_modules', name));
  const found = places.find((place) => existsSync(place));
  return found && realpathSync(found);
}

/** Links what the package of a folder imports: packages of the same commit, and the installed dependencies. */
function linkDependencies(folder: string, workspace: ReadonlyMap<string, string>): void {
  const { dependencies, devDependencies, peerDependencies } = manifestOf(folder);
  for (const name of Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })) {
    const target = workspace.get(name) ?? installedFolder(name);
    if (target === undefined) continue;
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
}

/** Writes the sources of a commit into a temporary folder. */
export function createRecordedCheckout(commit: string): RecordedCheckout {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'linkage-gate-')));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = run('archive', '--format=tar', commit, 'package.json', 'packages');
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const folders = foldersOf(folder);
    const workspace = new Map(folders.map((it) => [manifestOf(it).name ?? '', it] as const));
    for (const it of folders) linkDependencies(it, workspace);
    return { root: folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
