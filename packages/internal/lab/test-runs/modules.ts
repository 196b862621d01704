import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { packagePath } from '../../../../scripts/workspace.ts';

const imports = new Map<string, readonly string[]>();

/** Returns a module and all modules of the workspace that it loads, by however many steps. Paths are absolute. */
export function modulesOf(from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const at of seen) for (const next of importsOf(at)) seen.add(next);
  return seen;
}

function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const found = existsSync(file) ? specifiersOf(file).flatMap((it) => targetOf(file, it) ?? []) : [];
  imports.set(file, found);
  return found;
}

/** Returns the modules that a module loads at run time, without types. */
function specifiersOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  return [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some((it) => !it.isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  const [, name] = /^@linkage\/([a-z-]+)$/.exec(specifier) ?? [];
  return name === undefined ? undefined : packagePath(`${name}/src/index.ts`);
}
