export { createReads, type InfiniteReadQuery, type PageParam, type ReadQuery, type Reads } from './reads.ts';
export type { ReadKey, ReadOperation } from './read-key.ts';
export { createWrites, type MutationOptions, type Target, type WriteMutation, type Writes } from './writes.ts';
export { applyChange, type ResourceChange } from './apply-change.ts';
export type { Identity } from './held-resources.ts';
