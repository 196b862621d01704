/** Asks the language service where the names of the packed packages are defined: an editor must open their sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript-5.9';
import type { ToolResult } from '../run-tool.ts';

/** Names that users look up, and the package that defines them. */
const names: Readonly<Record<string, string>> = {
  defineApi: 'core',
  toMany: 'core',
  serialize: 'core',
  createServer: 'server',
  createMemorySources: 'server',
  createClient: 'client',
  toNodeHandler: 'node',
  createKyselySources: 'kysely',
};

/** @param folder Has `node_modules` with the packed packages. */
export async function checkDefinitions(folder: string): Promise<ToolResult> {
  const file = join(folder, 'definitions.ts');
  const imports = Object.entries(names).map(([name, from]) => `export { ${name} } from '@linkage/${from}';\n`);
  writeFileSync(file, imports.join(''));
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? '') : undefined,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  const text = readFileSync(file, 'utf8');
  const faults = Object.entries(names).flatMap(([name, from]) => {
    const [found] = service.getDefinitionAtPosition(file, text.indexOf(` ${name} `) + 1) ?? [];
    const source = found === undefined ? 'nowhere' : sourceOf(found);
    const isRight =
      source.startsWith(join(folder, 'node_modules/@linkage', from, 'src/')) && source.endsWith(`: ${name}`);
    return isRight ? [] : [`The source of ${name} is ${source}`];
  });
  return { ok: faults.length === 0, output: ['Definitions:', ...faults].join('\n') };
}

/** Returns the file and the name to which the map of a declaration leads. */
function sourceOf({ fileName, textSpan: { start, length } }: ts.DefinitionInfo): string {
  const before = readFileSync(fileName, 'utf8').slice(0, start).split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(`${fileName}.map`, 'utf8')));
  const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  if (!('originalSource' in entry)) return 'nowhere';
  const path = join(dirname(fileName), entry.originalSource);
  const line = readFileSync(path, 'utf8').split('\n')[entry.originalLine] ?? '';
  return `${path}: ${line.slice(entry.originalColumn, entry.originalColumn + length)}`;
}
