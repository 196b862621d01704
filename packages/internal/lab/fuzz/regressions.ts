import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';
import type { Finding } from './run-batch.ts';

const home = join(root, 'packages/internal/lab/fuzz/regressions');

/** Writes a finding to a file that `npm test` replays. Returns its path from the root. */
export function writeRegression(finding: Finding, folder: string = home): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...(finding.before ?? []), finding.input]))
    .digest('hex')
    .slice(0, 8);
  const name = `${finding.kind}-${hash}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${JSON.stringify(finding, null, 2)}\n`);
  return relative(root, join(folder, name));
}

/** Returns the recorded findings by the names of their files. */
export function readRegressions(folder: string = home): readonly (readonly [name: string, finding: Finding])[] {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter((it) => it.endsWith('.json'));
  return names.sort().map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]);
}
