/** The same requests and answers in a program that has added properties to `Object.prototype`. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { withoutPollution, withPollution } from './pollution.ts';
import { scenarios } from './scenarios.ts';

test('no property of `Object.prototype` changes a request or an answer of the client', { timeout: 120_000 }, () => {
  // In a process of its own: the properties would change what the test runner itself does.
  const script = `${import.meta.dirname}/run.ts`;
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  expect(status, stderr).toBe(0);
  const { names, ...found } = JSON.parse(stdout);
  expect(names).toBeGreaterThan(200);
  expect(found).toEqual({ scenarios: Object.keys(scenarios).length, changed: [] });
});

test('the properties exist while the client runs, and not while the server runs', async () => {
  const read = async (): Promise<unknown> => (({}) as { readonly nonce?: unknown }).nonce;
  const found = await withPollution({ nonce: 1 }, async () => [
    await read(),
    await withoutPollution(read),
    await read(),
  ]);
  expect([...found, await read()]).toEqual([1, undefined, 1, undefined]);
});
