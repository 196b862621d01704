/** A request leaves nothing in weak collections: each collection of garbage looks at all their entries, which doubled the time of a create. */
import { afterEach, expect, test, vi } from 'vitest';
import { sendAll, serverOf, stores } from './requests.ts';

afterEach(() => void vi.restoreAllMocks());

test.each(
  Object.entries(stores).flatMap(([name, store]) => [false, true].map((hasRules) => ({ name, store, hasRules }))),
)('a warm request adds no entry to a weak map or set ($name, rules: $hasRules)', async ({ store, hasRules }) => {
  const server = serverOf(await store(), hasRules);
  const added = [vi.spyOn(WeakMap.prototype, 'set'), vi.spyOn(WeakSet.prototype, 'add')];
  const counts: Record<string, number> = {};
  for (const deleted of ['5', '6', '7']) {
    await sendAll(server, deleted, async (name, request) => {
      for (const spy of added) spy.mockClear();
      const { status } = await server.handle(request);
      expect([name, status < 300]).toEqual([name, true]);
      counts[name] = added.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    });
  }
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, 0])));
  expect(Object.keys(counts).length).toBeGreaterThan(8);
});
