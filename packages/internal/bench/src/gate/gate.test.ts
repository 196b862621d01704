import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from '../../../../../scripts/workspace.ts';
import { exchanges } from '../server/articles-server.ts';
import type { Modules } from '../workloads/apis.ts';
import { runGate } from './gate.ts';
import { sidesOf } from './judge.ts';
import { createRecordedCheckout, hasCommit } from './recorded-checkout.ts';
import { gateRows } from './rows.ts';
import { straightRows } from './straight-rows.ts';

afterEach(() => vi.restoreAllMocks());

test('in a clone without the recorded commit, the gate says loudly that it did not compare, and passes', async () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(hasCommit('0'.repeat(40))).toBe(false);
  expect(await runGate({ commit: '0'.repeat(40), reason: 'x', raised: {}, straight: {} })).toBe(0);
  expect(warn.mock.calls.join()).toContain('WARNING: THE GATE COULD NOT COMPARE.');
});

test('a recorded checkout uses its own packages, and the dependencies of this one', async ({ skip }) => {
  if (!hasCommit('HEAD')) skip('This copy does not have a history.');
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const checkout = createRecordedCheckout(head);
  try {
    const resolve = `console.log(import.meta.resolve('@linkage/core'), import.meta.resolve('@noble/hashes/sha2.js'))`;
    const from = ['--input-type=module', '-e', resolve];
    const [core, noble] = execFileSync(process.execPath, from, { cwd: join(checkout.root, 'packages/core') })
      .toString()
      .trim()
      .split(' ');
    expect(core).toBe(pathToFileURL(join(checkout.root, 'packages/core/src/index.ts')).href);
    expect(noble).toContain('/node_modules/');
    expect(noble?.startsWith(pathToFileURL(checkout.root).href)).toBe(false);
  } finally {
    checkout.remove();
  }
  expect(existsSync(checkout.root)).toBe(false);
});

test('every row runs, and does what it measures', async () => {
  const modules: Modules = { core: await import('@linkage/core'), server: await import('@linkage/server') };
  const results = new Map<string, unknown>();
  for (const [name, row] of Object.entries(gateRows)) results.set(name, await row(modules).run());
  expect(results.get('negotiate')).toMatchObject({ contentType: 'application/vnd.api+json' });
  expect(results.get('parseQuery')).toMatchObject({ filter: [{ field: 'author.name' }, { field: 'title' }] });
  expect(results.get('parseCreate')).toMatchObject({ attributes: { wordCount: 1234 } });
  expect(JSON.parse(String(results.get('serialize 1'))).included).toHaveLength(5);
  expect(JSON.parse(String(results.get('serialize 100'))).included).toHaveLength(520);
  expect(JSON.parse(String(results.get('serialize 1,000'))).data).toHaveLength(1000);
  expect(Object.isFrozen(results.get('buildDocument 1'))).toBe(true);
  expect(results.get('buildDocument 1')).toEqual(JSON.parse(String(results.get('serialize 1'))));
  expect(results.get('deserialize')).toHaveLength(100);
  expect(results.get('validateDocument')).toHaveProperty('value');
});

test('both relationships of each comparison with the straight line run', async () => {
  const names = Object.keys(exchanges).flatMap(sidesOf);
  expect(Object.keys(straightRows)).toEqual(names);
  for (const row of Object.values(straightRows)) await row().run();
});
