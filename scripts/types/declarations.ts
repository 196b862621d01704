/** The declarations of the packages as users have them, without a build: measures of types and of compiler errors use them. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runTool } from '../run-tool.ts';
import { readPackages } from '../workspace.ts';

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

/** Writes the declarations of packages below a folder, and returns the paths to them. The folder is emptied before. */
export async function emitDeclarations(folder: string, names: readonly string[]): Promise<Paths> {
  rmSync(folder, { recursive: true, force: true });
  const packages = readPackages().filter((it) => names.includes(it.name));
  for (const it of packages) await emit(it.folder, join(folder, basename(it.folder)));
  return Object.fromEntries(
    packages.flatMap((it) =>
      Object.entries(it.exports).map(([entry, source]) => {
        const file = source.replace(/^\.\/src\//, '').replace(/\.ts$/, '.d.ts');
        return [it.name + entry.slice(1), [join(folder, basename(it.folder), file)]];
      }),
    ),
  );
}
