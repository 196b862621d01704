export { createReads, type InfiniteReadQuery, type ReadQuery, type Reads } from './reads.ts';
export type { Pages } from './answer-views.ts';
export type { Cache, CachedMutation, CachedQuery } from './cache.ts';
export type { ReadKey, ReadOperation } from './read-key.ts';
export { createWrites, type Keyed, type MutationOptions, type WriteMutation, type Writes } from './writes.ts';
export type { Target } from './run-write.ts';
export type { KeptKey, MutationContext } from './mutation-key.ts';
export { applyChange, type ResourceChange } from './apply-change.ts';
export type { Identity } from './held-resources.ts';
