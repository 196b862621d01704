/** The emitted declarations: what it costs to check calls with them, and whether another package can use them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitDeclarations, type Paths } from '../../../scripts/types/declarations.ts';
import { packagePath, root } from '../../../scripts/workspace.ts';
import { isLong, skippedInShort, someOf } from '../../core/test/runs.ts';
import { costProgram } from './type-cost.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

const compilers = {
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': join(root, 'node_modules/typescript-5.9/bin/tsc'),
};
/** The lowest version that the declarations need, in the long form: it takes several times as long. */
const lowest = isLong ? join(root, 'node_modules/typescript-5.7/bin/tsc') : compilers['TypeScript 7'];

async function compile(compiler: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, [compiler, ...args], { cwd })).stdout;
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

/** Makes the declarations of a package what other packages import. */
function publish(name: string, paths: Paths): void {
  const dist = join(folder, 'node_modules/@linkage', name);
  cpSync(dirname(paths[`@linkage/${name}`]?.[0] ?? ''), dist, { recursive: true });
  const { exports } = JSON.parse(readFileSync(packagePath(`${name}/package.json`), 'utf8'));
  const entries = Object.entries<string>(exports).map(([path, file]) => [
    path,
    { types: file.replace('./src', '.').replace('.ts', '.d.ts') },
  ]);
  writeFileSync(join(dist, 'package.json'), JSON.stringify({ type: 'module', exports: Object.fromEntries(entries) }));
}

function writeProject(name: string, files: Readonly<Record<string, string>>, options: object = {}): string {
  const home = join(folder, name);
  mkdirSync(home);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ types: [], strict: true, exactOptionalPropertyTypes: true, noEmit: true, ...options },
  };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  return home;
}

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'), 'junction');
  const paths = await emitDeclarations(['@linkage/core', '@linkage/client']);
  for (const name of ['core', 'client']) publish(name, paths);
}, 120_000);

describe('C22: 100 calls on 50 types with 25 fields', () => {
  test.each(someOf(Object.entries(compilers), 2))(
    'cost at most 400,000 instantiations with %s',
    async (name, compiler) => {
      const home = writeProject(`cost-${name}`, { 'main.ts': costProgram() }, { skipLibCheck: true });
      const output = await compile(compiler, ['-p', '.', '--extendedDiagnostics', '--pretty', 'false'], home);
      expect(output).not.toContain('error');
      const count = Number(/^Instantiations:\s+(\d+)$/m.exec(output)?.[1]);
      expect(count).toBeGreaterThan(10_000);
      expect(count).toBeLessThanOrEqual(400_000);
    },
  );
});

const library = `import { defineApi, toOne } from '@linkage/core';
import { createClient } from '@linkage/client';
import { z } from 'zod';
const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
export const client = createClient<typeof api>({ baseUrl: 'https://example.com/api' });
export const first = async () => (await client.list('articles', { include: ['author'] })).data.at(0);
`;
const consumer = `import { client, first } from './library.js';
const article = await client.get('articles', '1', { include: ['author'] });
export const names: (string | undefined)[] = [article.data.author?.name, (await first())?.author?.name];
// @ts-expect-error: declarations that are not understood would be of the type any.
article.data.author.titel;
`;

test('C23: an exported client is usable from its declarations', { timeout: 120_000 }, async () => {
  // The step `packages` checks whole declarations in the short form as well.
  const skipLibCheck = !isLong;
  const emitted = { noEmit: false, declaration: true, emitDeclarationOnly: true, skipLibCheck };
  const home = writeProject('library', { 'library.ts': library }, emitted);
  expect(await compile(lowest, ['-p', '.', '--pretty', 'false'], home)).toBe('');
  const other = writeProject('consumer', { 'consumer.ts': consumer }, { skipLibCheck });
  cpSync(join(home, 'library.d.ts'), join(other, 'library.d.ts'));
  expect(await compile(lowest, ['-p', '.', '--pretty', 'false'], other)).toBe('');
});

test.skipIf(!isLong)(
  `C24: without the DOM library, with the types of Node alone${skippedInShort}`,
  { timeout: 120_000 },
  async () => {
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction');
    const withHeaders = library.replace("/api' });", "/api', headers: () => ({ Authorization: 'x' }) });");
    expect(withHeaders).not.toBe(library);
    const home = writeProject('without-dom', { 'main.ts': withHeaders }, { lib: ['es2023'], types: ['node'] });
    // The types of Node need a later version than ours.
    expect(await compile(compilers['TypeScript 5.9'], ['-p', '.', '--pretty', 'false'], home)).toBe('');
  },
);
