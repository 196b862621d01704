import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTool } from '../../../../scripts/run-tool.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { rises } from './rises.ts';

const main = join(import.meta.dirname, 'main.ts');

test('the ways of requests, their promises and timers have not become longer', async () => {
  const { ok, output } = await runTool(process.execPath, [main, '--short']);
  expect(ok, output).toBe(true);
});

test.skipIf(!isLong)(
  `requests do not allocate more bytes${skippedInShort}`,
  async () => {
    const { ok, output } = await runTool(process.execPath, [main]);
    expect(ok, output).toBe(true);
  },
  600_000,
);

const before = { 'GET one': { files: 10, bytes: 1000 } };

test.each<[string, object, readonly string[], readonly string[]]>([
  ['the same figures', { files: 10, bytes: 1000 }, [], []],
  ['one file more', { files: 11 }, ['GET one: files 10 → 11'], []],
  ['one file less', { files: 9 }, [], ['GET one: files 10 → 9']],
  ['2 % more bytes', { bytes: 1020 }, [], []],
  ['more than 2 % more bytes', { bytes: 1021 }, ['GET one: bytes 1000 → 1021'], []],
  ['a new figure', { promises: 0 }, [], ['GET one: promises not recorded → 0']],
  ['no number', { bytes: Number.NaN }, ['GET one: bytes 1000 → NaN'], []],
])('%s', (_, own, risen, fallen) => {
  expect(rises(before, { 'GET one': own as Record<string, number> })).toEqual({ risen, fallen });
});
