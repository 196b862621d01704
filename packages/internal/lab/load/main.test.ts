import { expect, test } from 'vitest';
import { runTool } from '../../../../scripts/run-tool.ts';

const run = (...args: readonly string[]) => runTool(process.execPath, ['packages/internal/lab/load/main.ts', ...args]);

test.each([
  [[], '`scenario` must be one of overload, soak, scaling, pieces, loading, drafts, but it is "".'],
  [['overlod'], 'but it is "overlod". Did you mean "overload"?'],
  [['overload', '--seconds', '60', '--bogus'], 'Unknown option "--bogus".'],
  [['overload', '--seconds', '7'], '--seconds must be a whole number from 8 to 600, but it is "7".'],
  [['overload', '60'], 'The argument "60" is not expected.'],
  [['soak', '--minutes', 'x'], '--minutes must be a number above 0, at most 1440, but it is "x".'],
])('%j ends at once, with exit code 1 and without a stack', async (args, message) => {
  const { ok, output } = await run(...args);
  expect(ok).toBe(false);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
});

test.each([
  [['--help'], 'npm run load -- [scenario: overload|soak|scaling|pieces|loading|drafts]'],
  [['overload', '--help'], 'npm run load -- overload [--seconds 20] [--concurrency 16] [--queue 16] [--loop-delay 6]'],
  [['soak', '--help'], 'npm run load -- soak [--minutes 5]'],
])('%j shows the usage, with the limits of the atlas as defaults', async (args, usage) => {
  expect(await run(...args)).toEqual({ ok: true, output: `Usage: ${usage}` });
});
