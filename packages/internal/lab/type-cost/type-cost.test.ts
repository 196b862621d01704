import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilerPath } from '../../../../scripts/types/compiler.ts';
import { emitDeclarations } from '../../../../scripts/types/declarations.ts';
import { messagesIn, openEditor } from '../../../../scripts/types/language-service.ts';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import {
  costLimit,
  countInstantiations,
  editLimits,
  ruleLimits,
  rulesModule,
  wholeLimit,
  writeApplication,
  writeWhole,
} from './type-cost.ts';

test.skipIf(!isLong)(
  `300 types with ten fields each take fewer than 355,000 instantiations${skippedInShort}`,
  async () => {
    const folder = join(root, '.cache', 'type-cost-test');
    const paths = await emitDeclarations(['@linkage/core', '@linkage/server']);
    const files = writeApplication(folder);
    const count = await countInstantiations({ compiler: compilerPath('typescript-5.9'), folder, files, paths }, 5);
    expect(count).toBeGreaterThan(100_000);
    expect(count).toBeLessThan(costLimit);
  },
  120_000,
);

test.skipIf(!isLong)(
  `300 types with two rules and a hook each, a server, and a client take fewer than 750,000 instantiations${skippedInShort}`,
  async () => {
    const folder = join(root, '.cache', 'type-cost-whole');
    const paths = await emitDeclarations(['@linkage/core', '@linkage/server', '@linkage/client']);
    const files = writeWhole(folder);
    const compiler = compilerPath('typescript-5.9');
    const count = await countInstantiations({ compiler, folder, files, paths }, 5);
    expect(count).toBeGreaterThan(300_000);
    expect(count).toBeLessThan(wholeLimit);
  },
  120_000,
);

test('a rule takes at most this number of instantiations for each type', async () => {
  const types = 100;
  const folder = join(root, '.cache', 'type-cost-rules');
  const paths = await emitDeclarations(['@linkage/core', '@linkage/server', '@linkage/client']);
  writeWhole(folder, types);
  const compiler = compilerPath('typescript-5.9');
  const countWith = async (kinds: Parameters<typeof rulesModule>[1]) => {
    writeFileSync(join(folder, 'rules.ts'), rulesModule(types, kinds));
    return countInstantiations({ compiler, folder, files: ['api.ts', 'rules.ts'], paths }, 5);
  };
  const without = await countWith([]);
  for (const kind of ['read', 'update'] as const) {
    const each = ((await countWith([kind])) - without) / types;
    expect(each, kind).toBeGreaterThan(50);
    expect(each, kind).toBeLessThanOrEqual(ruleLimits[kind]);
  }
}, 120_000);

test('an editor checks the rules of 150 types again within five times 0.8 seconds of CPU time', async () => {
  const folder = join(root, '.cache', 'type-cost-editor');
  const paths = await emitDeclarations(['@linkage/core', '@linkage/server', '@linkage/client']);
  const files = writeWhole(folder, editLimits.types).map((name) => join(folder, name));
  const strings = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const rules = join(folder, 'rules.ts');
  const { service, write } = openEditor(strings, folder, paths);
  const seconds = Array.from({ length: 8 }, (_, edit) => {
    write(rules, `${strings.get(rules)}${'\n'.repeat(edit)}`);
    const before = process.cpuUsage();
    expect(messagesIn(service, rules)).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  const count = service.getProgram()?.getInstantiationCount() ?? 0;
  expect(count).toBeGreaterThan(200_000);
  expect(count).toBeLessThan(editLimits.instantiations);
  expect(Math.min(...seconds)).toBeLessThan(editLimits.seconds * editLimits.slowness);
}, 120_000);
