import { isAbsolute, join } from 'node:path';
import { type CodeSplittingNameFunction, rolldown } from 'rolldown';
import type { Package } from '../workspace.ts';
import { markPure } from './mark-pure.ts';

const INTERNAL = '@linkage/core/internal';

/**
 * The file behind `@linkage/core/internal/1.2.3`, which the other packages of that version import. With another version of core, the file is
 * missing, and the error that names it says what to do. Without it, an export would be missing later, or only behave differently.
 */
function ofVersion(version: string): string {
  return `internal/${version}/install-all-linkage-packages-in-one-version`;
}

/**
 * Writes the JavaScript of a package: a file for each entry point and each command, one that contains what they share, and one
 * for each `import()`. Other packages stay imports.
 */
export async function emitChunks({ version, folder, entries, commands, dependencies }: Package): Promise<void> {
  const programs = new Set(commands.map((it) => join(folder, it)));
  const sources = [...entries, ...commands].map((it) => [nameOf(it), join(folder, it)] as const);
  const internal = sources.flatMap(([entry, source]) => (entry === 'internal' ? [[ofVersion(version), source]] : []));
  const build = await rolldown({
    input: Object.fromEntries([...sources, ...internal]),
    cwd: folder,
    external: isExternal,
    platform: 'neutral',
    tsconfig: false,
    transform: { target: 'es2023' },
    treeshake: { moduleSideEffects: false },
    // The only warning that depends on the machine.
    checks: { bundlerTimings: false },
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
    plugins: [
      {
        name: 'mark-pure',
        // A command runs, and no bundler reads it.
        renderChunk: (code, { fileName, facadeModuleId }) =>
          programs.has(facadeModuleId ?? '') ? null : markPure(fileName, code),
      },
    ],
  });
  await build.write({
    dir: join(folder, 'dist'),
    format: 'esm',
    paths: (id) => (id === INTERNAL ? `${INTERNAL}/${version}` : id),
    entryFileNames: '[name].js',
    // In a folder of their own, where no declaration has their name.
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: {
      groups: [
        { name: importing(dependencies), debugName: 'dependencies', priority: 1 },
        { name: 'shared', minShareCount: 2 },
      ],
    },
    comments: { annotation: true, jsdoc: false, legal: false },
    // Stack traces and debuggers name what the source names.
    minifyInternalExports: false,
  });
  await build.close();
}

/**
 * The chunk of modules that import a dependency. Some bundlers keep such an import, even if nothing uses its names, in case that it has
 * effects, unless they drop the file that contains it. So it is not in the file of an entry point.
 */
function importing(dependencies: readonly string[]): CodeSplittingNameFunction {
  return (module, context) => {
    const imported = context.getModuleInfo(module)?.importedIds ?? [];
    return imported.some((id) => dependencies.some((it) => `${id}/`.startsWith(`${it}/`))) ? 'dependencies' : null;
  };
}

function isExternal(id: string): boolean {
  return !id.startsWith('.') && !isAbsolute(id);
}

/** The path in `dist`, without an extension, of a file of `src`. */
function nameOf(source: string): string {
  return source.replace(/^\.\/src\//, '').replace(/\.ts$/, '');
}
