/** Bundlers of users, with the settings that they have for a page: minified, with `import()` in files of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stats } from 'webpack';
import { isLong } from '../../packages/core/test/runs.ts';

/** Returns the code that loads at once: the entry, and what it imports. `import()` loads more, such as `server.describe`. */
type Bundler = (folder: string, entry: string) => Promise<string>;

/** The files that load with the entry. `imports` returns the static imports of a file. */
function loadedWith(entries: Iterable<string>, imports: (file: string) => Iterable<string>): readonly string[] {
  const loaded = new Set(entries);
  for (const file of loaded) for (const imported of imports(file)) loaded.add(imported);
  return [...loaded];
}

const vite: Bundler = async (folder, entry) => {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: join(folder, entry), preserveEntrySignatures: 'strict' },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The bundler gave nothing.');
  const chunks = new Map(output.output.flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it] as const] : [])));
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  return loadedWith(entries, (file) => chunks.get(file)?.imports ?? [])
    .map((file) => chunks.get(file)?.code ?? '')
    .join('\n');
};

const esbuild: Bundler = async (folder, entry) => {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outdir: 'out',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    metafile: true,
    write: false,
  });
  const entries = Object.keys(metafile.outputs).filter((file) => metafile.outputs[file]?.entryPoint === entry);
  const loaded = loadedWith(entries, (file) =>
    (metafile.outputs[file]?.imports ?? []).filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  );
  const strings = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return loaded.map((file) => strings.get(join(folder, file)) ?? '').join('\n');
};

const webpackBundler: Bundler = async (folder, entry) => {
  const path = join(folder, `webpack-${entry.replace(/\W/g, '-')}`);
  const { default: webpack } = await import('webpack');
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: { main: `./${entry}` },
    target: ['web', 'es2022'],
    experiments: { outputModule: true },
    output: { path, module: true, library: { type: 'module' } },
    performance: false,
  });
  const stats = await new Promise<Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error === null ? resolve(result) : reject(error))),
  );
  await new Promise<void>((resolve, reject) =>
    compiler.close((error) => (error === null || error === undefined ? resolve() : reject(error))),
  );
  const { entrypoints, errors } = stats?.toJson({ all: false, entrypoints: true, errors: true }) ?? {};
  if (errors !== undefined && errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const assets = entrypoints?.['main']?.assets ?? [];
  return assets.map(({ name }) => readFileSync(join(path, name), 'utf8')).join('\n');
};

export type BundlerName = 'Vite' | 'esbuild' | 'webpack';
/** The short form takes the quickest: what one bundler keeps, the others nearly always keep, too. */
export const bundlerNames: readonly BundlerName[] = isLong ? ['Vite', 'esbuild', 'webpack'] : ['esbuild'];
export const bundlers: Readonly<Record<BundlerName, Bundler>> = { Vite: vite, esbuild, webpack: webpackBundler };
