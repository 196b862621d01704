import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { packageFiles, packagePath } from '../../../scripts/workspace.ts';

export interface Import {
  /** As written: `../spec/rules.ts`, `@linkage/core`, `node:fs`. */
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

export interface SourceFile {
  /** From the folder of its package, with slashes: `core/src/spec/rules.ts`. */
  readonly path: string;
  /** The folder of its package: `core`. */
  readonly packageName: string;
  readonly text: string;
  /** The text without comments that begin a line, where examples may show what code must not do. */
  readonly code: string;
  readonly imports: readonly Import[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The sources of all packages, or other files at a pattern, without their tests. */
export function readSourceFiles(pattern = 'src/**/*.ts'): readonly SourceFile[] {
  return packageFiles(pattern)
    .filter((path) => !/\.test(-d)?\.ts$/.test(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(packagePath(path), 'utf8');
      const code = text.replace(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, '');
      return { path, packageName: path.split('/')[0] ?? '', text, code, imports: importsOf(code) };
    });
}

/** The manifests of all packages by their folder. */
export function readManifests(): ReadonlyMap<string, Manifest> {
  const files = packageFiles('package.json').toSorted();
  return new Map(files.map((file) => [posix.dirname(file), JSON.parse(readFileSync(packagePath(file), 'utf8'))]));
}

/** The names an index exports, sorted; types are marked as such. Undefined without an index. */
export function exportsOf(packageName: string, entry = './src/index.ts'): readonly string[] | undefined {
  const file = packagePath(posix.join(packageName, entry));
  if (!existsSync(file)) return undefined;
  const code = readFileSync(file, 'utf8');
  const lists = [...code.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type = '', names = '']) =>
    names
      .replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '')
      .split(',')
      .map((name) => type + name.trim().replace(/^(type )?.* as /, '$1'))
      .filter((name) => name !== type),
  );
  const declared = [...code.matchAll(/^export (?:async )?(interface|type|const|function\*?|class) (\w+)/gm)].map(
    ([, kind = '', name = '']) => (kind === 'interface' || kind === 'type' ? `type ${name}` : name),
  );
  return [...lists, ...declared].sort();
}

/** Where a relative import leads, in the notation of `SourceFile.path`. */
export function targetOf(file: SourceFile, specifier: string): string {
  return posix.join(posix.dirname(file.path), specifier);
}

/** The imports of a file without its comments. */
export function importsOf(code: string): readonly Import[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?[\w$*{][^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm);
  const bare = code.matchAll(/^import\s*['"]([^'"]+)['"]/gm);
  const calls = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g);
  return [
    ...[...statements].map(([, type, specifier = '']) => ({ specifier, isTypeOnly: type !== undefined })),
    ...[...bare].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
    ...[...calls].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
  ];
}
