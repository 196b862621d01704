import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds as broken } from './broken-kinds.ts';
import { kinds } from './kinds.ts';
import { readRegressions, writeRegression } from './regressions.ts';
import { replay } from './replay.ts';
import { runBatch } from './run-batch.ts';
import { runFirst } from './run-input.ts';

/** The problems that would end this process: such inputs run in a process of their own. */
const fatal = /^(?:late|no reply|the process ended)/;
const module = fileURLToPath(new URL('kinds.ts', import.meta.url));

test.each(readRegressions())('%s', async (_, { kind: name, input, before = [], problem }) => {
  const kind = kinds.find((it) => it.name === name);
  expect(kind).toBeDefined();
  if (kind === undefined) return;
  const inputs = [...before, input];
  expect(fatal.test(problem) ? await replay(module, kind, inputs) : await runFirst(kind, inputs)).toBeUndefined();
});

test('an input that ended its process is replayed in a process', async () => {
  const [exits] = broken.filter((it) => it.name === 'exits');
  const path = fileURLToPath(new URL('broken-kinds.ts', import.meta.url));
  expect(exits && (await replay(path, exits, ['a', 'bad']))).toMatch(/^the process ended with 3/);
  expect(exits && (await replay(path, exits, ['a']))).toBeUndefined();
});

test('a finding is a file that is read again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-fuzz-'));
  try {
    const finding = { kind: 'hangs', problem: 'no reply in 10 s', input: { url: '/a', body: '\ud800' } };
    const path = writeRegression(finding, folder);
    expect(path).toMatch(/hangs-[\da-f]{8}\.json$/);
    expect(readRegressions(folder)).toEqual([[basename(path), finding]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(kinds)('$name', (kind) => {
  test('a few inputs', async () => {
    const { inputs, findings } = await runBatch(kind, 22, 25, new Set());
    expect(findings).toEqual([]);
    expect(inputs).toBe(25);
  });
});
