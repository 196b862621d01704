/** Counts the type instantiations of an application with 300 resource types: `npm run type-cost`. */
import { join } from 'node:path';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { type CompilerPackage, compilerPath } from '../../../../scripts/types/compiler.ts';
import { emitDeclarations } from '../../../../scripts/types/declarations.ts';
import { root } from '../../../../scripts/workspace.ts';
import { costLimit, countInstantiations, typeCount, wholeLimit, writeApplication, writeWhole } from './type-cost.ts';

readScriptOptions({ command: 'npm run type-cost' });
const compilers: readonly (readonly [CompilerPackage, major: number])[] = [
  ['typescript-5.7', 5],
  ['typescript-5.9', 5],
  ['typescript', 7],
];
const folder = join(root, '.cache', 'type-cost');
const paths = await emitDeclarations(['@linkage/core', '@linkage/server', '@linkage/client']);
const measured = [
  ['Declared', writeApplication, costLimit],
  ['With two rules and a hook each, a server, and a client', writeWhole, wholeLimit],
] as const;
for (const [what, write, limit] of measured) {
  const files = write(folder);
  console.log(`${what}: ${typeCount} types with 5 attributes and 5 relationships each. The limit is ${limit} for 5.9.`);
  for (const [name, major] of compilers) {
    const started = performance.now();
    const count = await countInstantiations({ compiler: compilerPath(name), folder, files, paths }, major);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name.padEnd(16)} ${String(count).padStart(9)} instantiations ${seconds.padStart(6)} s`);
    if (name === 'typescript-5.9' && count > limit) process.exitCode = 1;
  }
}
