import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { packagePath } from '../../../../scripts/workspace.ts';
import { modulesOf } from '../test-runs/modules.ts';
import type { BrokenSource } from './apply-defect.ts';
import type { Defect } from './defect.ts';

/** Returns a string that changes with the defect, and with each module that its test loads: sources, helpers, and the test. */
export function defectKey({ name, test }: Defect, { file, text }: BrokenSource): string {
  const hash = createHash('sha256').update(JSON.stringify([name, file, text]));
  const modules = new Set([packagePath(file), ...modulesOf(packagePath(test))]);
  for (const path of [...modules].sort()) if (existsSync(path)) hash.update('\0').update(readFileSync(path));
  return hash.digest('hex');
}
