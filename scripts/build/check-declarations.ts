/** Type-checks the published declarations, and the examples of the docs against them: in the long form, with older compilers, too. */
import { cpSync, globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isLong } from '../../packages/core/test/runs.ts';
import { runTool, type ToolResult } from '../run-tool.ts';
import { type CompilerPackage, compilerPath } from '../types/compiler.ts';
import { root } from '../workspace.ts';

type Resolution = 'nodenext' | 'node16' | 'bundler' | 'node10';

/** The lowest version that the READMEs state comes with every way to resolve modules. It takes twice as long as that of the workspace. */
const compilations: readonly (readonly [compiler: CompilerPackage, resolution: Resolution])[] = isLong
  ? [
      ['typescript-5.7', 'nodenext'],
      ['typescript-5.7', 'node16'],
      ['typescript-5.7', 'bundler'],
      ['typescript-5.9', 'nodenext'],
      ['typescript-5.9', 'node10'],
      ['typescript', 'bundler'],
    ]
  : [['typescript', 'nodenext']];

/** The examples of frameworks with declarations of their own; those of the other frameworks take minutes, and ours do not use them. */
const frameworks = '{articles,express,fastify,http2,koa,next,node-http,sveltekit,web,workers}.ts';

/** The kinds of modules with which these ways are usual: node10 is that of older settings of ts-jest. */
const moduleOf: Readonly<Partial<Record<Resolution, object>>> = {
  bundler: { module: 'esnext' },
  node10: { module: 'esnext', esModuleInterop: true },
};

const optionsOf = (resolution: Resolution) => ({
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    ...(moduleOf[resolution] ?? { module: resolution }),
    moduleResolution: resolution,
    types: ['node'],
    strict: true,
    // With it, the compiler would take whatever it does not understand of a declaration for `any`, in silence.
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: isLong ? ['*.ts', 'frameworks/*.ts'] : ['*.ts'],
});

/** Code of a user of the adapters and of the SQL source. The examples of the docs use the other packages. */
const consumer = `import { createClient } from '@linkage/client';
import type { Api } from '@linkage/core';
import { createReads } from '@linkage/query';
import { formatReport, runConformance } from '@linkage/conformance';
import { createDocuments } from '@linkage/conformance/fast-check';
import { describeConformance, type DocumentMatchers, matchers } from '@linkage/conformance/vitest';
import { createDrizzleSources } from '@linkage/drizzle';
import { createKyselySources } from '@linkage/kysely';
import { createPrismaSources } from '@linkage/prisma';
import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { jsonApiMiddleware } from '@linkage/koa';
import { toErrorHandler, toNodeHandler } from '@linkage/node';
import { fieldOf } from '@linkage/core/records';
import { specifiedRules } from '@linkage/core/rules';
import { connectionOf } from '@linkage/server/adapter';
import { german } from '@linkage/server/languages/de';
import { openTelemetryTracing } from '@linkage/server/opentelemetry';
import { createServer as createHost } from 'node:http';
import { createSecureServer } from 'node:http2';
import Express from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import { server } from './writing-source.ts';

const fastify = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server }) });
await fastify.register(jsonApiPlugin, { server });
export const express = Express().use(toNodeHandler(server)).use(toErrorHandler(server));
export const host = createHost(toNodeHandler(server));
export const secure = createSecureServer({}, toNodeHandler(server));
export const koa = new Koa().use(jsonApiMiddleware(server));
export const tracing = openTelemetryTracing();
export const create = [createKyselySources, createDrizzleSources, createPrismaSources];
export const testing = [formatReport, runConformance, createDocuments, describeConformance, matchers];
export type Matching = DocumentMatchers<void>;
export const reads = createReads(createClient<Api>({ baseUrl: 'https://example.com' }));
export const others = [fieldOf, specifiedRules, connectionOf, german];
// @ts-expect-error: declarations that are not understood would be of the type any.
export const wrong: number = jsonApiMiddleware;
`;

/** @param folder Has `node_modules` with the packed packages. */
export async function checkDeclarations(folder: string): Promise<ToolResult> {
  const examples = globSync('docs/examples/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of examples) cpSync(join(root, file), join(folder, basename(file)));
  writeFileSync(join(folder, 'consumer.ts'), consumer);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const copies = join(folder, 'frameworks');
  for (const file of globSync(frameworks, { cwd: join(root, 'docs/examples/frameworks') }))
    cpSync(join(root, 'docs/examples/frameworks', file), join(copies, file));
  const faults: string[] = [];
  for (const [compiler, resolution] of compilations) {
    const config = `tsconfig.${compiler}.${resolution}.json`;
    writeFileSync(join(folder, config), JSON.stringify(optionsOf(resolution)));
    // Several threads would check what they share several times.
    const flags = compiler === 'typescript' ? ['--singleThreaded'] : [];
    const argv = [compilerPath(compiler), '-p', config, '--pretty', 'false', ...flags];
    const { output } = await runTool(process.execPath, argv, folder);
    // Declarations of other libraries may need a later version; they are not ours to check.
    const ours = output
      .split('\n')
      .filter((line) => /^(node_modules\/@linkage\/|(frameworks\/)?[\w-]+\.ts\()|^error /.test(line));
    faults.push(...ours.map((line) => `${compiler}, ${resolution}: ${line}`));
  }
  return { ok: faults.length === 0, output: ['Declarations:', ...faults].join('\n') };
}
