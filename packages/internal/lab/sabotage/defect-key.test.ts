import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';

test('a change of a helper of the test changes the key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'defect-key-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const pathOf = (name: string): string => relative(join(root, 'packages'), join(folder, name));
  const defect = { id: 'n', line: ['a.ts', 'n'], name: 'n', change: 'remove', test: pathOf('source.test.ts') } as const;
  const broken = { file: pathOf('source.ts'), text: 'b', source: 'a' };
  const keys = new Set<string>();
  try {
    write('source.ts', 'a');
    write('source.test.ts', "import { help } from './helper.ts';");
    for (const text of ["import './far.ts';", '', 'import "./far.ts"; // other']) {
      write('helper.ts', text);
      write('far.ts', '');
      keys.add(await keyOf(defect, broken));
    }
    write('far.ts', 'changed');
    keys.add(await keyOf(defect, broken));
    keys.add(await keyOf(defect, { ...broken, text: 'c' }));
    write('source.ts', 'a, changed');
    keys.add(await keyOf(defect, broken));
    expect(keys.size).toBe(6);
    expect(keys).toContain(await keyOf(defect, broken));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The imports of a module are read once in each process: a new module reads them again. */
async function keyOf(...given: Parameters<typeof import('./defect-key.ts').defectKey>): Promise<string> {
  const { vi } = await import('vitest');
  vi.resetModules();
  return (await import('./defect-key.ts')).defectKey(...given);
}
