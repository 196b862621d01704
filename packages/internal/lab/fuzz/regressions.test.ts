import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { families as broken } from './broken-families.ts';
import { families } from './families.ts';
import { readRegressions, writeRegression } from './regressions.ts';
import { replay } from './replay.ts';
import { runBatch } from './run-batch.ts';
import { runFirst } from './run-input.ts';

/** The problems that would end this process: such inputs run in a process of their own. */
const fatal = /^(?:late|no answer|the process ended)/;
const module = fileURLToPath(new URL('families.ts', import.meta.url));

test.each(readRegressions())('%s', async (_, { family: name, input, before = [], problem }) => {
  const family = families.find((it) => it.name === name);
  expect(family).toBeDefined();
  if (family === undefined) return;
  const inputs = [...before, input];
  expect(fatal.test(problem) ? await replay(module, family, inputs) : await runFirst(family, inputs)).toBeUndefined();
});

test('an input that ended its process is replayed in a process', async () => {
  const [exits] = broken.filter((it) => it.name === 'exits');
  const path = fileURLToPath(new URL('broken-families.ts', import.meta.url));
  expect(exits && (await replay(path, exits, ['a', 'bad']))).toMatch(/^the process ended with 3/);
  expect(exits && (await replay(path, exits, ['a']))).toBeUndefined();
});

test('a finding is a file that is read again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-fuzz-'));
  try {
    const finding = { family: 'hangs', problem: 'no answer in 10 s', input: { url: '/a', body: '\ud800' } };
    const path = writeRegression(finding, folder);
    expect(path).toMatch(/hangs-[\da-f]{8}\.json$/);
    expect(readRegressions(folder)).toEqual([[basename(path), finding]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(families)('$name', (family) => {
  test('a few inputs', async () => {
    const { inputs, findings } = await runBatch(family, 22, 25, new Set());
    expect(findings).toEqual([]);
    expect(inputs).toBe(25);
  });
});
