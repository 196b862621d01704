import { defineProfile } from '@linkage/core';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import { readSettings } from '../../internal/read-settings.ts';
import type { PaginationStrategy } from '../../request/pagination/pagination.ts';
import type { ServerProfile } from '../server-profile.ts';
import { errorKinds } from './cursor-errors.ts';
import { type CursorKey, readCursorKeys } from './cursor-keys.ts';
import { cursorStrategy } from './cursor-strategy.ts';

/** The options of `cursorPagination`. The option `pagination` of `createServer` contains the page sizes, and what identifies the caller. */
export interface CursorPaginationOptions {
  /**
   * The secret that authenticates cursors: at least 32 bytes, as a string or bytes. In an array, the first key signs
   * new cursors, and cursors signed with any other key remain valid. Default: one key for each process, with a warning.
   */
  readonly key?: CursorKey | readonly CursorKey[] | undefined;
  /** The URI of the profile. Default: the public URI of the profile. */
  readonly uri?: string | undefined;
  /** Whether the profile applies to every response, or only if a request names it. Default: `on request`. */
  readonly applied?: 'on request' | 'always' | undefined;
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

/**
 * The profile for a server. Its strategy can also be used in the option `pagination`, for types that always have
 * cursors.
 */
export interface CursorPagination extends ServerProfile {
  readonly pagination: PaginationStrategy;
}

const options: OptionTable = optionTable({
  key: 'any',
  uri: 'string',
  applied: ['on request', 'always'],
  ranges: 'boolean',
  itemCursors: 'boolean',
  supportsSort: 'function',
});

/**
 * Creates the cursor pagination profile for a server. Each page of a collection, related resources, or linkage begins
 * after a cursor. Every page has the same cost, and writes between two requests neither repeat nor skip a resource.
 *
 * @throws {TypeError} If an option is unknown, a key is too short, or the URI is not valid.
 * @see https://jsonapi.org/profiles/ethanresnick/cursor-pagination/
 * @example
 * const server = createServer(api, sources, { profiles: [cursorPagination({ key: process.env.CURSOR_KEY })] });
 */
export function cursorPagination(given: CursorPaginationOptions = {}): CursorPagination {
  const read = readSettings('cursorPagination', given, options);
  const profile = read.uri === undefined ? cursorProfile : defineProfile({ ...cursorProfile, uri: read.uri });
  const base = profile.uri.endsWith('/') ? profile.uri : `${profile.uri}/`;
  return Object.freeze({
    profile,
    applied: read.applied,
    pagination: cursorStrategy({
      keys: readCursorKeys(read.key),
      ranges: read.ranges ?? true,
      itemCursors: read.itemCursors ?? true,
      supportsSort: (fields, types) => read.supportsSort?.(fields, types) ?? true,
    }),
    errorTypes: Object.freeze(
      Object.fromEntries(Object.entries(errorKinds).map(([code, kind]) => [code, base + kind])),
    ),
  } satisfies CursorPagination);
}
