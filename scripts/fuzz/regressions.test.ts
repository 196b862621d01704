import { describe, expect, test } from 'vitest';
import { families } from './families.ts';
import { readRegressions } from './regressions.ts';
import { runBatch } from './run-batch.ts';
import { runInput } from './run-input.ts';

test.each(readRegressions())('%s', async (_, { family, input }) => {
  const found = families.find(({ name }) => name === family);
  const subject = await found?.open();
  try {
    expect(subject && (await runInput(subject, input))).toBeUndefined();
    expect(found).toBeDefined();
  } finally {
    await subject?.close?.();
  }
});

describe.each(families)('$name', (family) => {
  test('a few inputs', async () => {
    const { inputs, findings } = await runBatch(family, 22, 25, new Set());
    expect(findings).toEqual([]);
    expect(inputs).toBe(25);
  });
});
