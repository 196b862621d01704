import type { SyncPaginationStrategy } from '../pagination.ts';
import { type CursorKey, readCursorKeys } from './cursor-keys.ts';
import { strategyOf } from './cursor-strategy.ts';

/** The options of `cursorStrategy`. */
export interface CursorOptions {
  /**
   * The secret that authenticates cursors: at least 32 bytes, as a string or bytes. In an array, the first key signs
   * new cursors, and cursors signed with any other key remain valid. Default: one key for each process, with a warning.
   */
  readonly key?: CursorKey | readonly CursorKey[] | undefined;
  /** Whether a request can contain both cursors. Default: true. */
  readonly ranges?: boolean | undefined;
  /** Whether resources and identifiers on a page contain their cursors in `meta.page.cursor`. Default: true. */
  readonly itemCursors?: boolean | undefined;
  /**
   * Whether the server can paginate in this order, for example `['-population', 'name']`. If it returns false, the
   * server responds with the error `unsupported-sort` of the profile. Without `sort`, the array is empty. Default:
   * every order.
   */
  readonly supportsSort?: ((fields: readonly string[], types: readonly string[]) => boolean) | undefined;
}

/** The kinds of the options of `cursorStrategy`. */
export const cursorOptionKinds = {
  key: 'any',
  ranges: 'boolean',
  itemCursors: 'boolean',
  supportsSort: 'function',
} as const;

/**
 * Creates the strategy of the profile from checked options.
 *
 * @param where The function with the options, for messages.
 * @throws {TypeError} If a key is too short.
 */
export function cursorStrategyOf(where: string, given: CursorOptions): SyncPaginationStrategy {
  const { key, ranges = true, itemCursors = true, supportsSort } = given;
  return strategyOf({
    keys: readCursorKeys(where, key),
    ranges,
    itemCursors,
    supportsSort: (fields, types) => supportsSort?.(fields, types) ?? true,
  });
}
