/** The Atomic Operations extension: what its documents look like, and how requests are read. */
export { atomicOperations } from './extensions/atomic/atomic-operations.ts';
export type { AtomicOperation, OperationTarget, TargetMember } from './parse/operations/operation.ts';
export { type ParsedOperation, parseOperations } from './parse/operations/parse-operations.ts';
export { type ReadOperationsOptions, readOperations } from './parse/operations/read-operations.ts';
