import { defineApi, toOne } from '@linkage/core';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import type { DataSource } from '../sources/port/data-source.ts';
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
const keys = { keys: idempotencyKeys({ store }), caller: () => 'all' };
const ownStore = { keys: idempotencyKeys({ store: { ...store } }), caller: () => 'all' };
const both = ['articles', 'people'] as const;
const none = { keysInMemory: false, withoutVersion: [], writtenAlone: [] };
const lists = { extensions: [atomicOperations()] };
/** A source whose lists share the statements of creations and updates. */
function sharing(source: object): object {
  const own = { ...source, updateAll: async () => [] } as object as Required<DataSource>;
  const { create, createAll, update, updateAll, delete: remove, relate } = own;
  return { ...own, returnsWritten: [create, createAll, update, updateAll, remove, relate] };
}
const gathering = { articles: sharing(shared.articles), people: sharing(shared.people) };
const hook = { before: () => undefined };
const stated = { ...hook, onlyReads: true };
const alone = (because: 'hook' | 'source', ...all: readonly (readonly [string, 'create' | 'update'])[]) => ({
  ...none,
  writtenAlone: all.map(([type, action]) => ({ type, action, because })),
});

test.each<[what: string, sources: object, options: object, expected: ScalingRisks | undefined]>([
  ['keys in memory over a database', shared, { idempotency: keys }, { ...none, keysInMemory: true }],
  ['keys in memory over memory', memory, { idempotency: keys }, undefined],
  ['keys of another store', shared, { idempotency: ownStore }, undefined],
  ['a version is missing', shared, { requireIfMatch: both }, { ...none, withoutVersion: ['articles'] }],
  ['a version of memory', memory, { requireIfMatch: both }, undefined],
  ['neither', shared, {}, undefined],
  ['lists of sources that share statements', gathering, lists, undefined],
  [
    'a hook of lists that states nothing',
    gathering,
    { ...lists, hooks: { articles: { create: hook, delete: hook } } },
    alone('hook', ['articles', 'create']),
  ],
  ['a hook that only reads', gathering, { ...lists, hooks: { articles: { create: stated } } }, undefined],
  [
    'a hook of all writes',
    gathering,
    { ...lists, beforeWrite: () => undefined, hooks: { articles: { create: stated } } },
    alone('hook', ['articles', 'create'], ['articles', 'update'], ['people', 'create'], ['people', 'update']),
  ],
  ['hooks without lists', gathering, { hooks: { articles: { create: hook } } }, undefined],
  [
    'lists of a source without `updateAll`',
    { ...gathering, people: shared.people },
    lists,
    alone('source', ['people', 'update']),
  ],
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
