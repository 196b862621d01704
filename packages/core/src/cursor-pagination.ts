/** The cursor pagination profile: the rules of its documents, and the pages of a collection. */

export type { CursorKey } from './pagination/cursor/cursor-options.ts';
export { cursorErrors, cursorStrategy } from './extensions/cursor-pagination/cursor-pages.ts';
export { cursorProfile } from './extensions/cursor-pagination/cursor-pagination.ts';
export type { CursorOptions } from './pagination/cursor/cursor-options.ts';
