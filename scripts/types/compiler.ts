import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { someOf } from '../../packages/core/test/runs.ts';
import { runTool } from '../run-tool.ts';
import { root } from '../workspace.ts';
import type { Paths } from './declarations.ts';

/** The compilers that are installed here, by the name of their package. */
export type CompilerPackage = 'typescript' | 'typescript-5.7' | 'typescript-5.9';

/** The compilers whose errors and declarations the tests compare: the short form has the current one, which needs a tenth of the time. */
export const testedCompilers: readonly CompilerPackage[] = someOf(
  ['typescript', 'typescript-5.9', 'typescript-5.7'],
  3,
);

export interface Compilation {
  /** The program of the compiler. */
  readonly compiler: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly paths?: Paths;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
}

export function compilerPath(name: CompilerPackage): string {
  return join(root, 'node_modules', name, 'bin', 'tsc');
}

/** Compiles files of a folder with the options of a strict application, and returns the output. */
export async function compile({ compiler, folder, files, paths, options, flags = [] }: Compilation): Promise<string> {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    ...(paths && { paths }),
    ...options,
  };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const argv = [compiler, '-p', config, '--pretty', 'false', '--extendedDiagnostics', ...flags];
  return (await runTool(process.execPath, argv, folder)).output;
}
