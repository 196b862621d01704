/** Type-checks the published declarations, and the examples of the docs against them: in the long form, with the lowest TypeScript version. */
import { cpSync, globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isLong } from '../../packages/core/test/runs.ts';
import { runTool, type ToolResult } from '../run-tool.ts';
import { root } from '../workspace.ts';

/** The lowest version that the READMEs state; the alias is a development dependency of the workspace. */
const LOWEST = 'typescript-5.7';

const options = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    // With it, the compiler would take whatever it does not understand of a declaration for `any`, in silence.
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['*.ts'],
};

/** Code of a user of the adapters and of the SQL source. The examples of the docs use the other packages. */
const consumer = `import { createClient } from '@linkage/client';
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
export const reads = createReads(createClient({ baseUrl: 'https://example.com' }));
export const others = [fieldOf, specifiedRules, connectionOf];
// @ts-expect-error: declarations that are not understood would be of the type any.
export const wrong: number = jsonApiMiddleware;
`;

/** @param folder Has `node_modules` with the packed packages. */
export async function checkDeclarations(folder: string): Promise<ToolResult> {
  const examples = globSync('docs/examples/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of examples) cpSync(join(root, file), join(folder, basename(file)));
  writeFileSync(join(folder, 'consumer.ts'), consumer);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const argv = ['-p', '.', '--pretty', 'false'];
  // The lowest version takes twice as long as that of the workspace, and on one core.
  const lowest = join(root, 'node_modules', LOWEST, 'bin', 'tsc');
  const { output } = isLong
    ? await runTool(process.execPath, [lowest, ...argv], folder)
    : // Several threads would check what they share several times.
      await runTool('tsc', [...argv, '--singleThreaded'], folder);
  // Declarations of other libraries may need a later version; they are not ours to check.
  const ours = output.split('\n').filter((line) => /^(node_modules\/@linkage\/|[\w-]+\.ts\()|^error /.test(line));
  return { ok: ours.length === 0, output: ['Declarations:', ...ours].join('\n') };
}
