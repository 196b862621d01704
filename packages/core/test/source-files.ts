import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface Import {
  /** As written: `../spec/rules.ts`, `@linkage/core`, `node:fs`. */
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

export interface SourceFile {
  /** From the folder of the packages, with slashes: `core/src/spec/rules.ts`. */
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

const packagesFolder = dirname(dirname(import.meta.dirname));

/** The sources of all packages, without their tests. */
export function readSourceFiles(): readonly SourceFile[] {
  return globSync('*/src/**/*.ts', { cwd: packagesFolder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test(-d)?\.ts$/.test(path) && !path.includes('/node_modules/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(packagesFolder, path), 'utf8');
      const code = text.replace(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, '');
      return { path, packageName: path.split('/')[0] ?? '', text, code, imports: importsOf(code) };
    });
}

/** The manifests of all packages by their folder. */
export function readManifests(): ReadonlyMap<string, Manifest> {
  const files = globSync('*/package.json', { cwd: packagesFolder }).sort();
  return new Map(files.map((file) => [dirname(file), JSON.parse(readFileSync(join(packagesFolder, file), 'utf8'))]));
}

/** The names an index exports, sorted; types are marked as such. Undefined without an index. */
export function exportsOf(packageName: string, entry = './src/index.ts'): readonly string[] | undefined {
  const file = join(packagesFolder, packageName, entry);
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

function importsOf(code: string): readonly Import[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?[\w$*{][^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm);
  const bare = code.matchAll(/^import\s*['"]([^'"]+)['"]/gm);
  const calls = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g);
  return [
    ...[...statements].map(([, type, specifier = '']) => ({ specifier, isTypeOnly: type !== undefined })),
    ...[...bare].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
    ...[...calls].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
  ];
}
