import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilerPath } from '../../../../scripts/types/compiler.ts';
import { emitDeclarations } from '../../../../scripts/types/declarations.ts';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { costLimit, countInstantiations, writeApplication } from './type-cost.ts';

test.skipIf(!isLong)(
  `300 types with ten fields each take fewer than 420,000 instantiations${skippedInShort}`,
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
