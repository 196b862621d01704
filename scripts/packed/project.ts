/** Empty projects with the packed packages, as a user has them. */
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { runAll, runTool, type ToolResult } from '../run-tool.ts';
import { readPackages, root } from '../workspace.ts';

/** Paths of tarballs, by the name of their package. */
export type Tarballs = Readonly<Record<string, string>>;

/** The variable with the folder of the tarballs, in a run of all checks. */
export const PACKED = 'LINKAGE_TARBALLS';

/** Packs every public package, which must be built. Returns those of the run of all checks, if there is one. */
export async function packTarballs(folder: string): Promise<Tarballs> {
  const shared = process.env[PACKED];
  const packages = readPackages().filter(({ isPublic }) => isPublic);
  if (shared === undefined) {
    mkdirSync(folder, { recursive: true });
    // pnpm, not npm: only pnpm applies `publishConfig.exports` and replaces `workspace:` with versions.
    await runAll(packages.map((it) => () => runTool('pnpm', ['pack', '--pack-destination', folder], it.folder)));
  }
  const packed = shared ?? folder;
  const files = readdirSync(packed);
  const entries = packages.map(({ name }) => {
    const start = `${name.replace('@', '').replace('/', '-')}-`;
    return [name, join(packed, files.find((file) => file.startsWith(start)) ?? '')] as const;
  });
  return Object.fromEntries(entries);
}

/** The versions with which the workspace is developed, of packages that examples use. */
export function pinned(...names: readonly string[]): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.fromEntries(names.map((name) => [name, manifest.devDependencies[name]]));
}

/** The packages that the examples of frameworks import. */
export const frameworkPackages: readonly string[] = [
  ...['@fastify/cors', '@hono/node-server', '@koa/cors', '@nestjs/common', '@nestjs/core'],
  ...['@nestjs/platform-express', 'cors', 'express', 'fastify', 'h3', 'hono', 'koa', 'kysely', 'reflect-metadata'],
  ...['rxjs', 'zod'],
];

export interface Project {
  readonly folder: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Members of `package.json`. */
  readonly manifest?: object;
}

/** Writes the manifest of a project into an empty folder. The tarballs become `file:` dependencies. */
export function writeProject({ folder, dependencies, manifest = {} }: Project): void {
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies, ...manifest }, null, 2);
  writeFileSync(join(folder, 'package.json'), `${text}\n`);
}

/** `file:` dependencies, and the same as overrides: packed packages are peers of each other. */
export function fileDependencies(tarballs: Tarballs): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
}

export function npmInstall(folder: string, ...more: readonly string[]): Promise<ToolResult> {
  return runTool(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...more],
    folder,
  );
}

/** Writes TypeScript files as JavaScript, which every runtime can load. */
export function writeJavaScript(sources: readonly string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const source of sources) {
    const code = stripTypeScriptTypes(readFileSync(source, 'utf8'));
    const text = code.replaceAll(/(['"])(\.\/[^'"]+)\.ts\1/g, '$1$2.js$1');
    writeFileSync(join(folder, basename(source).replace(/\.ts$/, '.js')), text);
  }
}

/** The examples of frameworks and the file that starts them, as JavaScript. */
export function writeExamples(folder: string): void {
  const examples = globSync('docs/examples/frameworks/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const starters = ['packages/internal/lab/frameworks/listen.ts', 'packages/internal/lab/frameworks/serve.ts'];
  writeJavaScript(
    [...examples, ...starters].map((file) => join(root, file)),
    folder,
  );
}
