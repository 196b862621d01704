import { defineApi, toOne } from '@linkage/core';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from './create-server.ts';
import type { ScalingRisks } from './scaling-risks.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const memory = createMemorySources(api);
/** Sources over a database: other processes can share the group of their transactions. */
const shared = {
  articles: { ...memory.articles, transactionGroup: {} },
  people: { ...memory.people, transactionGroup: {}, version: 'name' as const },
};
const store = createMemoryIdempotencyStore();
const keys = { keys: idempotencyKeys({ store }), user: () => 'all' };
const ownStore = { keys: idempotencyKeys({ store: { ...store } }), user: () => 'all' };
const both = ['articles', 'people'] as const;
const none = { keysInMemory: false, withoutVersion: [] };

test.each<[what: string, sources: object, options: object, expected: ScalingRisks | undefined]>([
  ['keys in memory over a database', shared, { idempotency: keys }, { ...none, keysInMemory: true }],
  ['keys in memory over memory', memory, { idempotency: keys }, undefined],
  ['keys of another store', shared, { idempotency: ownStore }, undefined],
  ['a version is missing', shared, { requireIfMatch: both }, { ...none, withoutVersion: ['articles'] }],
  ['a version of memory', memory, { requireIfMatch: both }, undefined],
  ['neither', shared, {}, undefined],
])('%s', (_, sources, options, expected) => {
  const heard: ScalingRisks[] = [];
  createServer(api, sources as never, { ...options, onScalingRisks: (risks) => void heard.push(risks) });
  expect(heard).toEqual(expected === undefined ? [] : [expected]);
});

test('without a hook, one line on the console', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  createServer(api, shared as never, { idempotency: keys, requireIfMatch: ['articles'] } as never);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^createServer: the idempotency keys are in memory.*`requireIfMatch` contains articles/)],
  ]);
  warn.mockRestore();
});
