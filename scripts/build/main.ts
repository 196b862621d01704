/**
 * Builds every public package into its `dist`: JavaScript in a few files, which load fast, and a declaration file for each
 * module. docs/decisions/031-few-files.md has the reasons.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runAll, runTool, type ToolResult } from '../run-tool.ts';
import { type Package, readPackages } from '../workspace.ts';
import { emitChunks } from './emit-chunks.ts';

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

async function emitJavaScript(it: Package): Promise<ToolResult> {
  try {
    await emitChunks(it);
    return { ok: true, output: '' };
  } catch (error) {
    return { ok: false, output: `${it.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function emitDeclarations({ folder }: Package): Promise<ToolResult> {
  // With isolated declarations each file declares itself: nothing needs to be resolved, and the types step has checked.
  // Without --noResolve the sources of the packages it imports would be emitted into this one's dist.
  const options = [
    '--noEmit',
    'false',
    '--emitDeclarationOnly',
    // An editor opens the source, which the package contains, where a reader looks for a definition.
    '--declarationMap',
    '--noCheck',
    '--noResolve',
    '--outDir',
    'dist',
    '--rootDir',
    'src',
  ];
  const result = await runTool('tsc', ['-p', 'tsconfig.build.json', ...options], folder);
  if (!result.ok) return result;
  const files = globSync('dist/**/*.d.ts', { cwd: folder });
  const broken = files.flatMap((file) => repairImports(join(folder, file)));
  return { ok: files.length > 0 && broken.length === 0, output: broken.join('\n') };
}

/** Relative imports name sources (`./x.ts`), but declarations need `./x.js`. Returns the imports without a target. */
function repairImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/(['"])(\.{1,2}\/[^'"\n]*?)\.ts\1/g, '$1$2.js$1');
  writeFileSync(file, text);
  return [...text.matchAll(/(?:from |import\()(['"])(\.{1,2}\/[^'"\n]*)\1/g)]
    .map(([, , specifier = '']) => specifier)
    .filter((specifier) => !existsSync(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'))))
    .map((specifier) => `${file} imports ${specifier}, which has no .d.ts file`);
}
