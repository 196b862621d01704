/** The Atomic Operations extension: what its documents look like, and how requests are read. */
export { atomicOperations } from './extensions/atomic/atomic-operations.ts';
export { type ParsedOperation, parseOperations } from './parse/operations/parse-operations.ts';
export type { ReadOperationsOptions } from './parse/operations/read-operations.ts';
