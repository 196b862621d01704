/** The scripts and the lab stay easy to survey: few entries in `scripts`, one folder for each purpose in the lab. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { circlesOf } from '../../packages/core/test/circles.ts';
import { root } from '../workspace.ts';
import { folderOf, readUnpublished } from './unpublished-files.ts';

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
  const page = readFileSync(join(root, 'docs/CONTRIBUTING.md'), 'utf8');
  expect(page.split('\n').length).toBeLessThanOrEqual(110);
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(1500);
});

/** The folders from left to right: a file imports from its own folder, and from those before it. */
const order = [
  ...['scripts', 'scripts/command-line', 'scripts/types', 'scripts/packed'],
  ...['bench/measuring', 'bench/workloads', 'bench/hostile', 'bench/readings', 'bench/peers'],
  ...['bench/server', 'bench/gate', 'bench/topics', 'bench'],
  ...['lab/reliability', 'lab/test-runs', 'lab/frameworks', 'lab/compatibility', 'lab/faults', 'lab/cluster'],
  ...[
    'lab/advisories',
    'lab/agreement',
    'lab/lines',
    'lab/exposure',
    'lab/fuzz',
    'lab/load',
    'lab/mutate',
    'lab/peers',
  ],
  ...['lab/prototypes', 'lab/sabotage', 'lab/sweep', 'lab/type-cost', 'lab/ways'],
  ...['scripts/coverage', 'scripts/security', 'scripts/build', 'scripts/bundles', 'scripts/check', 'scripts/docs'],
];
const files = readUnpublished();

test('every folder of the unpublished code has its place', () => {
  expect(files.length).toBeGreaterThan(250);
  const known = [...new Set(files.map(({ path }) => folderOf(path)))].sort();
  expect(known).toEqual(order.filter((it) => known.includes(it)).sort());
  expect(order.filter((it) => !known.includes(it))).toEqual([]);
});

test('left does not import right', () => {
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .filter((it) => order.indexOf(folderOf(it)) > order.indexOf(folderOf(path)))
      .map((it) => `${path} imports ${it}`),
  );
  expect(wrong).toEqual([]);
});

test('the files of the unpublished code do not import each other in circles', () => {
  expect(circlesOf(new Map(files.map(({ path, imports }) => [path, imports])))).toEqual([]);
});

test('they have at most 200 lines', () => {
  expect(files.filter(({ lines }) => lines > 200).map(({ path, lines }) => `${path} (${lines} lines)`)).toEqual([]);
});
