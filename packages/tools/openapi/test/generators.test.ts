/** Generates clients from the document of the witness, compiles them, and runs them against its server. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { toFetchHandler } from '@linkage/fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { someOf } from '../../../core/test/runs.ts';
import { type Atlas, createAtlas } from '../../../internal/atlas/src/create-atlas.ts';
import { openSqlite } from '../../../internal/atlas/src/open-storage.ts';
import { silent, writeDatabase } from '../../../internal/atlas/test/served-atlas.ts';
import { openApiDocument } from '../src/index.ts';
import { createWitness } from './witness.ts';

type Run = (fetch: (request: Request) => Promise<Response>) => Promise<readonly unknown[]>;

const folder = join(import.meta.dirname, '../.cache/generated');
const server = createWitness();
const database = mkdtempSync(join(tmpdir(), 'atlas-'));
let atlas: Atlas;
const compilers = { 'TypeScript 7': root, 'TypeScript 5.9': join(import.meta.dirname, '..') };

const base = {
  ...{ target: 'es2023', lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable'], strict: true, skipLibCheck: true },
  ...{ noUncheckedIndexedAccess: true, allowImportingTsExtensions: true, noEmit: true, types: [] },
};
const settings = {
  'openapi-fetch-client': { ...base, module: 'nodenext', exactOptionalPropertyTypes: true },
  'openapi-fetch-atlas': { ...base, module: 'nodenext', exactOptionalPropertyTypes: true },
  'hey-api-client': { ...base, module: 'esnext', moduleResolution: 'bundler' },
};

beforeAll(async () => {
  const file = join(database, 'atlas.db');
  await writeDatabase(file);
  atlas = createAtlas(await openSqlite(file, silent));
  const document = openApiDocument(await server.describe(), { info: { title: 'Witness', version: '1' } });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(structuredClone(document) as never)));
  const demo = await atlas.fetch(new Request('http://localhost/openapi.json'));
  writeFileSync(join(folder, 'atlas-schema.ts'), astToString(await openapiTS((await demo.json()) as never)));
  await createClient({
    ...{ input: structuredClone(document) as never, output: join(folder, 'hey'), logs: { level: 'silent' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  });
  for (const [name, compilerOptions] of Object.entries(settings)) {
    cpSync(join(import.meta.dirname, `${name}.ts.txt`), join(folder, `${name}.ts`));
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  }
});

afterAll(async () => {
  await atlas.close();
  rmSync(database, { recursive: true, force: true });
});

function compile(compiler: string, project: string): string {
  const packageFile = createRequire(join(compiler, 'package.json')).resolve('typescript/package.json');
  const program = join(dirname(packageFile), 'bin/tsc');
  try {
    return execFileSync(process.execPath, [program, '-p', join(folder, `${project}.json`)], { encoding: 'utf8' });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

describe.each(someOf(Object.entries(compilers), 2))('generated clients with %s', (_name, compiler) => {
  // The document of the demo has nothing that the one of the witness lacks: one compiler is enough for it.
  const projects = Object.keys(settings).filter((it) => compiler === root || it !== 'openapi-fetch-atlas');
  test.each(projects)('%s compiles', (project) => {
    expect(compile(compiler, project)).toBe('');
  });
});

describe('generated clients run', () => {
  const handler = toFetchHandler(server, { prefix: '/api' });

  test('openapi-fetch', async () => {
    const { run } = (await import(join(folder, 'openapi-fetch-client.ts'))) as { readonly run: Run };
    expect(await run(handler)).toEqual([200, ['Two', 'One'], 201, 200, null, 422, 2, 204]);
  });

  test('O7: openapi-fetch, with the demo', async () => {
    const { run } = (await import(join(folder, 'openapi-fetch-atlas.ts'))) as { readonly run: Run };
    expect(await run(atlas.fetch)).toEqual([['Paris', 'Marseille'], 201, null, 200, 204]);
  });

  test('@hey-api/openapi-ts', async () => {
    const { run } = (await import(join(folder, 'hey-api-client.ts'))) as { readonly run: Run };
    expect(await run(handler)).toEqual([1, 200, 201, 200, 200, 204]);
  });
});
