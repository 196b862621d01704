import { expect, test } from 'vitest';
import { runTool } from '../../../../scripts/run-tool.ts';
import { readOverloadOptions } from './options.ts';

test('without options, the limits are those of the atlas', () => {
  expect(readOverloadOptions([])).toEqual({
    seconds: 20,
    limits: { concurrency: 16, queue: 16, loopDelay: 6 },
    isDefault: true,
  });
});

test('other limits are not those of the page of reliability', () => {
  expect(readOverloadOptions(['--seconds', '60', '--loop-delay', '20', '--queue', '0'])).toEqual({
    seconds: 60,
    limits: { concurrency: 16, queue: 0, loopDelay: 20 },
    isDefault: false,
  });
});

test.each<[args: string[], message: string]>([
  [['--seconds', 'x'], '--seconds must be a whole number from 8 to 600, but it is "x".'],
  [['--seconds', '1e2'], '--seconds must be a whole number from 8 to 600, but it is "1e2".'],
  [['--seconds', '7'], '--seconds must be a whole number from 8 to 600, but it is "7".'],
  [['--seconds', '601'], '--seconds must be a whole number from 8 to 600, but it is "601".'],
  [['--concurrency', '0'], '--concurrency must be a whole number from 1 to 100000, but it is "0".'],
  [['--seconds=-5'], '--seconds must be a whole number from 8 to 600, but it is "-5".'],
  [['--seconds', '60', '--bogus'], "Unknown option '--bogus'"],
  [['60'], "Unexpected argument '60'"],
])('%j is an error', (args, message) => {
  expect(() => readOverloadOptions(args)).toThrow(message);
});

test.each([
  ['overload', ['--seconds', '60', '--bogus'], "Unknown option '--bogus'"],
  ['soak', ['--minutes', 'x'], '--minutes must be a number above 0, at most 1440, but it is "x".'],
  ['soak', ['20'], "Unexpected argument '20'"],
])('%s %j ends at once, with exit code 1 and without a stack', async (name, args, message) => {
  const { ok, output } = await runTool(process.execPath, [`packages/internal/lab/${name}/main.ts`, ...args]);
  expect(ok).toBe(false);
  expect(output).toContain(`${name}: `);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
});
