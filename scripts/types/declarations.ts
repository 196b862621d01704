/** The declarations of the packages as users have them, without a build: measures of types and of compiler errors use them. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runTool } from '../run-tool.ts';
import { type Package, readPackages, root } from '../workspace.ts';

/** The entry of `paths` in tsconfig.json for each entry point. */
export type Paths = Readonly<Record<string, readonly string[]>>;

async function emit(source: string, target: string): Promise<void> {
  const options = ['--noEmit', 'false', '--emitDeclarationOnly', '--noCheck', '--noResolve', '--rootDir', 'src'];
  const { ok, output } = await runTool('tsc', ['-p', 'tsconfig.build.json', ...options, '--outDir', target], source);
  if (!ok) throw new Error(output);
  // A declaration cannot import `./x.ts`: the compiler looks for the source then.
  for (const file of globSync('**/*.d.ts', { cwd: target })) {
    const path = join(target, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/(['"])(\.{1,2}\/[^'"\n]*?)\.ts\1/g, '$1$2.js$1'));
  }
}

/** Test files that share a worker share its declarations. */
const folder = join(root, '.cache/declarations', process.env['VITEST_POOL_ID'] ?? 'script');
const emitted = new Map<string, Promise<void>>();

async function emitOnce({ name, folder: source }: Package): Promise<void> {
  const target = join(folder, basename(source));
  if (!emitted.has(name)) {
    rmSync(target, { recursive: true, force: true });
    emitted.set(name, emit(source, target));
  }
  await emitted.get(name);
}

/** Writes the declarations of packages, once in a process, and returns the paths to them. */
export async function emitDeclarations(names: readonly string[]): Promise<Paths> {
  const packages = readPackages().filter((it) => names.includes(it.name));
  for (const it of packages) await emitOnce(it);
  return Object.fromEntries(
    packages.flatMap((it) =>
      Object.entries(it.exports).map(([entry, source]) => {
        const file = source.replace(/^\.\/src\//, '').replace(/\.ts$/, '.d.ts');
        return [it.name + entry.slice(1), [join(folder, basename(it.folder), file)]];
      }),
    ),
  );
}
