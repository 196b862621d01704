/** TypeScript versions × module resolutions: the examples of frameworks against the declarations of the packed packages. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../../../scripts/run-tool.ts';
import { root } from '../../../../scripts/workspace.ts';
import { countInstantiations, typeCount, writeApplication } from '../type-cost/type-cost.ts';
import { fileDependencies, frameworkPackages, npmInstall, pinned, type Tarballs, writeProject } from './project.ts';
import { resolutions, typeScriptVersions } from './versions.ts';

export interface TypeCell {
  readonly typescript: string;
  readonly resolution: string;
  /** The first error, or undefined. */
  readonly fault: string | undefined;
}

/** The cost of a large API, by a version of the compiler. */
export interface CostCell {
  readonly typescript: string;
  readonly types: number;
  readonly instantiations: number;
}

/** The examples of frameworks with adapters of their own. The declarations of the other frameworks take minutes, and ours do not use them. */
const frameworks = [
  'articles',
  'express',
  'fastify',
  'koa',
  'next',
  'node-http',
  'http2',
  'sveltekit',
  'web',
  'workers',
];
const examples = [
  ...[
    'access',
    'changes',
    'client-cache',
    'client-server',
    'client-typed',
    'core',
    'deserialize',
    'explorer',
    'kysely',
  ],
  ...['openapi', 'parsing', 'quick-start', 'source', 'validate'],
];
const alias = (version: string): string => `typescript-${version}`;

/** Installs all compilers and copies the examples. Returns why it is not possible, or undefined. */
export async function prepareTypes(folder: string, tarballs: Tarballs): Promise<string | undefined> {
  const compilers = typeScriptVersions.map((version) => [alias(version), `npm:typescript@${version}`]);
  const types = pinned('@types/cors', '@types/express', '@types/koa', '@types/koa__cors', '@types/node');
  writeProject({
    folder,
    dependencies: {
      ...pinned(...frameworkPackages, '@tanstack/query-core'),
      ...types,
      ...Object.fromEntries(compilers),
      ...fileDependencies(tarballs),
    },
  });
  const { ok, output } = await npmInstall(folder, '--legacy-peer-deps');
  if (!ok) return output;
  mkdirSync(join(folder, 'frameworks'), { recursive: true });
  for (const name of frameworks)
    cpSync(join(root, `docs/examples/frameworks/${name}.ts`), join(folder, 'frameworks', `${name}.ts`));
  for (const name of examples) cpSync(join(root, `docs/examples/${name}.ts`), join(folder, `${name}.ts`));
  writeApplication(join(folder, 'cost'));
  return undefined;
}

const compilerOf = (folder: string, typescript: string): string =>
  join(folder, 'node_modules', alias(typescript), 'bin', 'tsc');

export async function runCostCell(parent: string, typescript: string): Promise<CostCell> {
  const folder = join(parent, 'cost');
  const compilation = { compiler: compilerOf(parent, typescript), folder, files: writeApplication(folder) };
  const instantiations = await countInstantiations(compilation, Number(typescript.split('.')[0]));
  return { typescript, types: typeCount, instantiations };
}

export async function runTypeCell(folder: string, typescript: string, index: number): Promise<TypeCell> {
  const [module = '', resolution = ''] = resolutions[index] ?? [];
  const config = join(folder, `tsconfig.${resolution}.json`);
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module,
    moduleResolution: resolution,
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['*.ts', 'frameworks/*.ts'] }));
  const compiler = compilerOf(folder, typescript);
  const { output } = await runTool(process.execPath, [compiler, '-p', config, '--pretty', 'false'], folder);
  // Declarations of other libraries can need a later version; they are not ours to check.
  const ours = output
    .split('\n')
    .filter((line) => /^(node_modules\/@linkage\/|(frameworks\/)?[\w-]+\.ts\()|^error /.test(line));
  return { typescript, resolution, fault: ours[0] };
}
