/** The declarations that the compiler writes for an application. An API with a name is printed once, and not for each export. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../packages/core/test/runs.ts';
import { declaration } from '../../packages/internal/lab/type-cost/type-cost.ts';
import { root } from '../workspace.ts';
import { type CompilerPackage, compile, compilerPath, testedCompilers } from './compiler.ts';
import { emitDeclarations, type Paths } from './declarations.ts';

const folder = join(root, '.cache', 'declaration-size');
const types = 30;
/** The maximum for the module with the server, in bytes. */
const limit = 1000;

const named = declaration(types)
  .replace('export const api =', 'const declared =')
  .concat(
    'type Declared = typeof declared;\nexport interface MyApi extends Declared {}\nexport const api: MyApi = declared;\n',
  );
const application = `import { createMemorySources, createServer } from '@linkage/server';
import { api } from './api.ts';

export const sources = createMemorySources(api, {});
export const server = createServer(api, sources, { context: () => ({ name: 'x' }) });
export const author = sources.type1;
`;
const annotated = `import { createMemorySources, createServer, type DataSource, type Server, type Sources } from '@linkage/server';
import { api, type MyApi } from './api.ts';

export const author: DataSource<MyApi, 'type1'> = { find: () => [{ id: 1, name: 'x' }] };
export const sources: Sources<MyApi> = { ...createMemorySources(api, {}), type1: author };
export const server: Server = createServer(api, sources);
`;
let paths: Paths;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  paths = await emitDeclarations(['@linkage/core', '@linkage/server']);
}, 120_000);

async function sizeOf(name: string, api: string, compiler: CompilerPackage): Promise<number> {
  const project = join(folder, `${name}-${compiler}`);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'api.ts'), api);
  writeFileSync(join(project, 'application.ts'), application);
  const options = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: project,
    outDir: join(project, 'out'),
  };
  const files = ['api.ts', 'application.ts'];
  const output = await compile({ compiler: compilerPath(compiler), folder: project, files, paths, options });
  expect(output).not.toContain('error TS');
  return readFileSync(join(project, 'out', 'application.d.ts')).length;
}

describe.each(testedCompilers)('%s', (compiler) => {
  test(`the declarations of a module with a server take less than ${limit} bytes if the API has a name`, async () => {
    expect(await sizeOf('named', named, compiler)).toBeLessThan(limit);
    expect(await sizeOf('unnamed', declaration(types), compiler)).toBeGreaterThan(10 * limit);
  }, 120_000);

  test.skipIf(!isLong)(
    `with isolatedDeclarations, a module with annotations compiles, and the one that declares the API does not${skippedInShort}`,
    async () => {
      const project = join(folder, `isolated-${compiler}`);
      mkdirSync(project, { recursive: true });
      writeFileSync(join(project, 'api.ts'), named);
      writeFileSync(join(project, 'application.ts'), annotated);
      const options = { declaration: true, isolatedDeclarations: true };
      const given = { compiler: compilerPath(compiler), folder: project, paths, options };
      const output = await compile({ ...given, files: ['api.ts', 'application.ts'] });
      const files = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, file]) => file);
      expect([...new Set(files)]).toEqual(['api.ts']);
      expect(output).toContain('TS9010');
    },
    120_000,
  );
});
