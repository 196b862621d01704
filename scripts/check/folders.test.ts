/** The scripts and the lab stay easy to survey: few entries in `scripts`, one folder for each purpose in the lab. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace.ts';

const lab = join(root, 'packages/internal/lab');
const folders = readdirSync(lab, { withFileTypes: true })
  .filter((it) => it.isDirectory() && it.name !== 'node_modules')
  .map(({ name }) => name);

test('each folder of the lab has a README of five lines at most, and the README of the lab links it', () => {
  const index = readFileSync(join(lab, 'README.md'), 'utf8');
  for (const folder of folders) {
    const text = readFileSync(join(lab, folder, 'README.md'), 'utf8').trimEnd();
    expect(text.split('\n').length, folder).toBeLessThanOrEqual(5);
    expect(index).toContain(`[${folder}](${folder}/README.md)`);
  }
});

test('`scripts` has at most 12 entries', () => {
  expect(readdirSync(join(root, 'scripts')).length).toBeLessThanOrEqual(12);
});

test('Contributing fits on two screens', () => {
  expect(readFileSync(join(root, 'docs/CONTRIBUTING.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(110);
});
