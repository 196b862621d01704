/** Checks the types: everything in one program, then the public packages by the stricter rules of what they may know of their surroundings. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, type ToolResult } from '../run-tool.ts';
import { readPackages, root } from '../workspace.ts';

/** A `tsconfig.build.json`. */
interface BuildConfig {
  readonly compilerOptions: { readonly types?: readonly string[] };
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

interface Program {
  readonly config: string;
  /** Whether the code knows no more than the language, or the language and the DOM. */
  readonly isNeutral: boolean;
}

export async function checkTypes(): Promise<ToolResult> {
  const pages = readPackages().map(({ folder }) => join(folder, 'tsconfig.page.json'));
  const programs: Program[] = [
    { config: 'tsconfig.json', isNeutral: false },
    ...writePrograms(join(root, '.cache/types')),
    ...pages.filter((file) => existsSync(file)).map((config) => ({ config, isNeutral: false })),
  ];
  const results: ToolResult[] = [];
  const work = async (): Promise<void> => {
    for (let it = programs.shift(); it !== undefined; it = programs.shift()) results.push(await check(it));
  };
  await Promise.all([work(), work()]);
  const outputs = results.filter(({ ok }) => !ok).map(({ output }) => output);
  return { ok: outputs.length === 0, output: [...new Set(outputs)].join('\n\n') };
}

async function check({ config, isNeutral }: Program): Promise<ToolResult> {
  // Several threads would check what they share several times: two programs at once need less.
  const { ok, output } = await runTool('tsc', ['--noEmit', '-p', config, '--listFiles', '--singleThreaded']);
  const [files, errors] = splitOutput(output);
  // A dependency that asks for the types of Node would give them to all packages of the program.
  const foreign = isNeutral ? files.find((file) => file.includes('/node_modules/@types/')) : undefined;
  if (foreign === undefined) return { ok, output: errors.join('\n') };
  const problem = `${config}: the program must not have the types of a platform, but it reads ${foreign}.`;
  return { ok: false, output: [...errors, problem].join('\n') };
}

/** Tells the listed files, which are absolute paths, from the errors. */
export function splitOutput(output: string): readonly [files: readonly string[], errors: readonly string[]] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const isFile = (line: string): boolean => /^(?:\/|[A-Za-z]:\/).*\.(?:[cm]?tsx?|json)$/.test(line);
  return [lines.filter(isFile), lines.filter((line) => !isFile(line))];
}

/** Writes one configuration for all public packages with the same options: most of them read the sources of the others. */
function writePrograms(folder: string): readonly Program[] {
  const groups = new Map<string, { readonly folder: string; readonly build: BuildConfig }[]>();
  for (const it of readPackages().filter(({ isPublic, hasSource }) => isPublic && hasSource)) {
    const build: BuildConfig = JSON.parse(readFileSync(join(it.folder, 'tsconfig.build.json'), 'utf8'));
    const options = JSON.stringify(build.compilerOptions);
    groups.set(options, [...(groups.get(options) ?? []), { folder: it.folder, build }]);
  }
  mkdirSync(folder, { recursive: true });
  return [...groups.values()].map((packages, index) => {
    const pathsOf = (member: 'include' | 'exclude') =>
      packages.flatMap((it) => it.build[member].map((path) => join(it.folder, path)));
    const [first] = packages as [(typeof packages)[0]];
    const config = join(folder, `${index}.json`);
    const text = {
      extends: join(first.folder, 'tsconfig.build.json'),
      include: pathsOf('include'),
      exclude: pathsOf('exclude'),
    };
    writeFileSync(config, JSON.stringify(text, null, 2));
    return { config, isNeutral: (first.build.compilerOptions.types ?? []).length === 0 };
  });
}
