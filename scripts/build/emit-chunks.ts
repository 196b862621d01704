import { isAbsolute, join } from 'node:path';
import { type CodeSplittingNameFunction, rolldown } from 'rolldown';
import type { Package } from '../workspace.ts';
import { markPure } from './mark-pure.ts';

/**
 * Writes the JavaScript of a package: a file for each entry point and each command, one that contains what they share, and one
 * for each `import()`. Other packages stay imports.
 */
export async function emitChunks({ folder, entries, commands, dependencies }: Package): Promise<void> {
  const programs = new Set(commands.map((it) => join(folder, it)));
  const sources = [...entries, ...commands].map((it) => [nameOf(it), join(folder, it)] as const);
  const build = await rolldown({
    input: Object.fromEntries(sources),
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
