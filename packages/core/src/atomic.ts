/** The Atomic Operations extension: what its documents look like, and how requests are read. */
export { atomicExtension } from './extensions/atomic/atomic-operations.ts';
export { type ParsedOperation, parseOperations, type ResolvedOperation } from './extensions/atomic/parse-operations.ts';
export { type AtomicResult, runOperations } from './extensions/atomic/run-operations.ts';
export type { ReadOperationsOptions } from './extensions/atomic/read-operations.ts';
