/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */
export { excerpt } from './internal/excerpt.ts';
export { nearest } from './internal/nearest.ts';
export { nameTable, type OptionKind, type OptionTable, optionTable, readOptions } from './internal/options.ts';
export { setOwn } from './internal/set-own.ts';
export { documentIndex } from './parse/document-index.ts';
export type { AtomicOperation } from './parse/operations/operation.ts';
export { readOperations } from './parse/operations/read-operations.ts';
