import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const root: string = dirname(import.meta.dirname);

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly isPublic: boolean;
  readonly hasSource: boolean;
  /** The source files behind the entry points of `exports`, relative to the folder. */
  readonly entries: readonly string[];
  /** The source files that the commands of `bin` run, relative to the folder. */
  readonly commands: readonly string[];
  /** The names of the packages of others that are installed with it. Peers are not among them. */
  readonly dependencies: readonly string[];
  /** The source file of each entry point, relative to the folder, by its path in `exports`. */
  readonly exports: Readonly<Record<string, string>>;
}

/** The packages of the workspace, as their manifests describe them. */
export function readPackages(): readonly Package[] {
  return [...folders.keys()].sort().map((name) => readPackage(packagePath(name)));
}

/** The folder of each package by its name without a scope. A package can stand in a group: `packages/sources/kysely`. */
export const folders: ReadonlyMap<string, string> = new Map(
  globSync('packages/{*,*/*}/package.json', { cwd: root, exclude: ['**/node_modules/**'] }).map((file) => [
    basename(dirname(file)),
    join(root, dirname(file)),
  ]),
);

/** Returns the path of a file that begins with the name of its package: `kysely/src/index.ts`. */
export function packagePath(file: string): string {
  const [name = '', ...rest] = file.split('/');
  return join(folders.get(name) ?? join(root, 'packages', name), ...rest);
}

/** Returns the files of all packages that match a pattern, each beginning with the name of its package. */
export function packageFiles(pattern: string, names: Iterable<string> = folders.keys()): readonly string[] {
  return [...names].flatMap((name) =>
    globSync(pattern, { cwd: packagePath(name), exclude: ['**/node_modules/**'] })
      .map((file) => `${name}/${file.replaceAll('\\', '/')}`)
      .sort(),
  );
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    name: manifest.name,
    version: manifest.version,
    folder,
    isPublic: manifest.private !== true,
    hasSource: existsSync(join(folder, 'src/index.ts')),
    entries: Object.values<string>(manifest.exports ?? {}).filter((entry) => entry.endsWith('.ts')),
    commands: Object.values<string>(manifest.bin ?? {}).map((file) =>
      commandOf(readFileSync(join(folder, file), 'utf8')),
    ),
    dependencies: Object.keys(manifest.dependencies ?? {}).filter((it) => !it.startsWith('@linkage/')),
    exports: manifest.exports ?? {},
  };
}

/** A file of `bin` names the built file that it imports: returns the source of it. */
function commandOf(bin: string): string {
  const [, name] = /^const main = '\.\.\/dist\/(.+)\.js';$/m.exec(bin) ?? [];
  if (name === undefined) throw new Error(`A file of bin must name one file of dist as \`main\`:\n${bin}`);
  return `./src/${name}.ts`;
}
