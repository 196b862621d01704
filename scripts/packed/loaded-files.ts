/** Counts the files that an import of a packed package reads: few files load fast, and names of functions make stack traces readable. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, type ToolResult } from '../run-tool.ts';
import type { Package } from '../workspace.ts';

/** The report of a process that imported all entry points. */
export interface Loaded {
  /** The URL of each entry point, by what an application imports. */
  readonly entries: Readonly<Record<string, string>>;
  /** The URLs that each file imports, without those of `import()` that was not called. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** The names of exported functions, by the name of their export, where they differ. */
  readonly renamed: readonly string[];
}

/** The files beside entry points: what they share, and what imports a dependency. */
const CHUNKS = 2;

const program = `import { registerHooks } from 'node:module';
const imports = {};
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    (imports[context.parentURL] ??= []).push(found.url);
    return found;
  },
});
const entries = {};
const renamed = [];
for (const name of process.argv.slice(2)) {
  entries[name] = import.meta.resolve(name);
  for (const [exported, value] of Object.entries(await import(name))) {
    if (typeof value === 'function' && value.name !== exported) renamed.push(name + ': ' + exported + ' is called ' + value.name);
  }
}
console.log(JSON.stringify({ entries, imports, renamed }));
`;

/** Returns the files of the packages that an import of an entry point reads. */
export function filesOf({ entries, imports }: Loaded, name: string): readonly string[] {
  const read = new Set([entries[name] ?? '']);
  for (const file of read)
    for (const imported of imports[file] ?? []) if (imported.includes('/@linkage/')) read.add(imported);
  return [...read];
}

/** Returns what is wrong: imports that read more than the entry points that they use and the chunks of each package. */
export function loadFaults(loaded: Loaded): readonly string[] {
  const ofEntries = new Set(Object.values(loaded.entries));
  const tooMany = Object.keys(loaded.entries).flatMap((name) => {
    const chunks = new Map<string, number>();
    for (const file of filesOf(loaded, name)) {
      const [owner = file] = /@linkage\/[^/]+/.exec(file) ?? [];
      if (!ofEntries.has(file)) chunks.set(owner, (chunks.get(owner) ?? 0) + 1);
    }
    return [...chunks]
      .filter(([, count]) => count > CHUNKS)
      .map(
        ([owner, count]) =>
          `An import of ${name} reads ${count} chunks of ${owner}, but at most ${CHUNKS} are allowed.`,
      );
  });
  return [...tooMany, ...loaded.renamed];
}

/** @param folder Has `node_modules` with the packed packages, and with what they import. */
export async function readLoaded(packages: readonly Package[], folder: string): Promise<Loaded> {
  writeFileSync(join(folder, 'loaded-files.mjs'), program);
  const names = packages.flatMap(({ name, version, exports }) => {
    const entries = Object.keys(exports).flatMap((entry) => (entry.endsWith('.json') ? [] : [name + entry.slice(1)]));
    // Other packages import the helpers of core by its version.
    return name === '@linkage/core' ? [...entries, `${name}/internal/${version}`] : entries;
  });
  const { ok, output } = await runTool(process.execPath, ['loaded-files.mjs', ...names], folder);
  if (!ok) throw new Error(output);
  return JSON.parse(output.slice(output.indexOf('{"entries"')));
}

/** @param folder As of `readLoaded`. */
export async function checkLoadedFiles(packages: readonly Package[], folder: string): Promise<ToolResult> {
  const faults = loadFaults(await readLoaded(packages, folder));
  return { ok: faults.length === 0, output: faults.join('\n') };
}
