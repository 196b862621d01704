/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */
export { type IncludeNode, type IncludeStep, includePlan } from './compound/include-plan.ts';
export { excerpt } from './internal/excerpt.ts';
export { nearest } from './internal/nearest.ts';
export { nameTable, type OptionKind, type OptionTable, optionTable, readOptions } from './internal/options.ts';
export { setOwn } from './internal/set-own.ts';
export { documentIndex } from './parse/document-index.ts';
export { plainReference } from './record/plain-reference.ts';
export { isIdentifier } from './record/reference.ts';
