/** The compiler and the declaration files with which pages check the calls of a client, and show the types of a declaration. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { transformSync } from 'esbuild';
import type * as TypeScript from 'typescript-5.9';
import { root } from '../../../../scripts/workspace.ts';
import type { CompilerFiles } from '../page/compiler/compile.ts';
import { type Asset, assetOf } from './asset.ts';

const require = createRequire(import.meta.url);
/** TypeScript 7 does not have an API for programs. */
export const compiler: typeof TypeScript = require('typescript-5.9');

/** The packages that a declaration and its client import. */
const entries: Readonly<Record<string, string>> = {
  '@linkage/core': 'packages/core/src/index.ts',
  '@linkage/client': 'packages/client/src/index.ts',
  zod: relative(root, require.resolve('zod').replace(/\.cjs$/, '.d.ts')),
};

/** Returns the text of a declaration file: of a source, what it declares. Comments are left out. */
function declarationOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  const isSource = !path.endsWith('.d.ts');
  const declared = isSource
    ? compiler.transpileDeclaration(text, { fileName: path, compilerOptions: {} }).outputText
    : text;
  const file = compiler.createSourceFile('a.d.ts', declared, compiler.ScriptTarget.ES2023);
  return compiler.createPrinter({ removeComments: true }).printFile(file);
}

/** Returns the files that a program of the packages reads. A source of ours becomes its declarations. */
export function compilerFiles(): CompilerFiles {
  const options: TypeScript.CompilerOptions = {
    lib: ['lib.es2023.d.ts'],
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  };
  const host = compiler.createCompilerHost(options);
  const modules: Record<string, string> = {};
  const virtual = (path: string): string => {
    const short = /\/typescript\/lib\/(lib\..*)$|\/typescript-5\.9\/lib\/(lib\..*)$/.exec(path);
    if (short !== null) return `/${short[1] ?? short[2]}`;
    return `/${relative(root, path).replace(/^.*node_modules\//, '')}`.replace(/(?<!\.d)\.ts$/, '.d.ts');
  };
  const program = compiler.createProgram(
    Object.values(entries).map((it) => join(root, it)),
    options,
    {
      ...host,
      resolveModuleNameLiterals: (literals, from) =>
        literals.map(({ text }) => {
          const { resolvedModule } = compiler.resolveModuleName(text, from, options, host);
          if (resolvedModule !== undefined && !text.startsWith('.'))
            modules[text] = virtual(resolvedModule.resolvedFileName);
          return { resolvedModule };
        }),
    },
  );
  for (const [name, path] of Object.entries(entries)) modules[name] = virtual(join(root, path));
  const files = program.getSourceFiles().map(({ fileName }) => [virtual(fileName), declarationOf(fileName)] as const);
  return { files: Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1))), modules };
}

/** Returns the compiler, which declares the global `ts`, and its files. */
export function compilerAssets(files: CompilerFiles): { readonly compiler: Asset; readonly files: Asset } {
  const source = readFileSync(require.resolve('typescript-5.9'), 'utf8');
  const { code } = transformSync(source, { minify: true, legalComments: 'none' });
  return { compiler: assetOf('compiler.js', code), files: assetOf('compiler-files.json', JSON.stringify(files)) };
}
