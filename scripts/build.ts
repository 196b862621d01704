/**
 * Builds every public package into its `dist`: JavaScript with tsup, declarations with tsc. Each module stays a file of
 * its own, so that a bundler can drop the modules that an application does not use.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'tsup';
import { runAll, runTool, type ToolResult } from './run-tool.ts';
import { type Package, readPackages } from './workspace.ts';

const packages = readPackages().filter((it) => it.isPublic && it.hasSource);
if (packages.length === 0) {
  console.error('No public package has a src/index.ts: nothing to build.');
  process.exit(1);
}
for (const { folder } of packages) rmSync(join(folder, 'dist'), { recursive: true, force: true });
await runAll(packages.flatMap((it) => [() => emitJavaScript(it), () => emitDeclarations(it)]));
// A page for browsers is built by its package.
const pages = packages.map(({ folder }) => join(folder, 'build-page.ts')).filter((file) => existsSync(file));
await runAll(pages.map((file) => () => runTool(process.execPath, [file])));

async function emitJavaScript({ folder }: Package): Promise<ToolResult> {
  await build({
    config: false,
    entry: globSync('src/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/*.test-d.ts'] }).map((file) =>
      join(folder, file),
    ),
    outDir: join(folder, 'dist'),
    bundle: false,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    silent: true,
  });
  return repairAll(folder, '.js');
}

async function emitDeclarations({ folder }: Package): Promise<ToolResult> {
  // With isolated declarations each file declares itself: nothing needs to be resolved, and the types step has checked.
  // Without --noResolve the sources of the packages it imports would be emitted into this one's dist.
  const options = [
    '--noEmit',
    'false',
    '--emitDeclarationOnly',
    '--noCheck',
    '--noResolve',
    '--outDir',
    'dist',
    '--rootDir',
    'src',
  ];
  const result = await runTool('tsc', ['-p', 'tsconfig.build.json', ...options], folder);
  if (!result.ok) return result;
  return repairAll(folder, '.d.ts');
}

function repairAll(folder: string, extension: '.js' | '.d.ts'): ToolResult {
  const files = globSync(`dist/**/*${extension}`, { cwd: folder });
  const broken = files.flatMap((file) => repairImports(join(folder, file), extension));
  return { ok: files.length > 0 && broken.length === 0, output: broken.join('\n') };
}

/** Relative imports name sources (`./x.ts`); what is published has `./x.js`. Returns the imports without a target. */
function repairImports(file: string, extension: '.js' | '.d.ts'): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/(['"])(\.{1,2}\/[^'"\n]*?)\.ts\1/g, '$1$2.js$1');
  writeFileSync(file, text);
  return [...text.matchAll(/(?:from |import\()(['"])(\.{1,2}\/[^'"\n]*)\1/g)]
    .map(([, , specifier = '']) => specifier)
    .filter((specifier) => !existsSync(resolve(dirname(file), specifier.replace(/\.js$/, extension))))
    .map((specifier) => `${file} imports ${specifier}, which has no ${extension} file`);
}
