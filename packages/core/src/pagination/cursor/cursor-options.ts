import type { SyncPaginationStrategy } from '../pagination.ts';
import { strategyOf } from './cursor-strategy.ts';

/** A secret that authenticates cursors, as text or as bytes. */
export type CursorKey = string | Uint8Array;

/** The minimum length of a key in bytes: the length of the hash. */
const KEY_BYTES = 32;

let hasWarned = false;

function warnOnce(where: string): void {
  if (hasWarned) return;
  hasWarned = true;
  // biome-ignore lint/suspicious/noConsole: the developer must know that cursors do not survive a restart
  console.warn(
    `${where}: without the option \`key\`, each process creates a key of its own. Cursors are not valid after a restart or in another process.`,
  );
}

function bytesOf(where: string, key: CursorKey, index: number): Uint8Array {
  const isKey = typeof key === 'string' || key instanceof Uint8Array;
  const bytes = typeof key === 'string' ? new TextEncoder().encode(key) : key;
  if (isKey && bytes.length >= KEY_BYTES) return Uint8Array.from(bytes);
  // The message must not show the key.
  const found = isKey ? `it has ${bytes.length}` : 'it is neither a string nor a Uint8Array';
  throw new TypeError(`${where}: key ${index + 1} must have ${KEY_BYTES} bytes or more, but ${found}.`);
}

/**
 * Reads the option `key`. The first key signs new cursors; all keys verify cursors.
 *
 * @param where The function with the option, for messages.
 * @returns The keys. Without the option, a key that the first call creates: some runtimes do not provide random values
 * before the first request.
 * @throws {TypeError} If a key is missing or too short.
 */
export function readCursorKeys(
  where: string,
  given: CursorKey | readonly CursorKey[] | undefined,
): () => readonly Uint8Array[] {
  if (given === undefined) {
    warnOnce(where);
    let created: readonly Uint8Array[] | undefined;
    return () => {
      created ??= [crypto.getRandomValues(new Uint8Array(KEY_BYTES))];
      return created;
    };
  }
  const keys = (Array.isArray(given) ? (given as readonly CursorKey[]) : [given as CursorKey]).map((key, index) =>
    bytesOf(where, key, index),
  );
  if (keys.length === 0) throw new TypeError(`${where}: \`key\` must contain at least one key.`);
  return () => keys;
}

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
