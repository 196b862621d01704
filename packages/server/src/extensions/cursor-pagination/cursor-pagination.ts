import { defineProfile } from '@linkage/core';
import { type CursorOptions, cursorProfile } from '@linkage/core/cursor-pagination';
import type { PaginationStrategy } from '@linkage/core/http';
import {
  cursorErrorTypes,
  cursorOptionKinds,
  cursorStrategyOf,
  type OptionTable,
  optionTable,
} from '@linkage/core/internal';
import { readSettings } from '../../internal/read-settings.ts';
import type { ServerProfile } from '../server-profile.ts';

/** The options of `cursorPagination`. The option `pagination` of `createServer` contains the page sizes, and what identifies the user. */
export interface CursorPaginationOptions extends CursorOptions {
  /** The URI of the profile. Default: the public URI of the profile. */
  readonly uri?: string | undefined;
  /** Whether the profile applies to every response, or only if a request names it. Default: `on request`. */
  readonly applied?: 'on request' | 'always' | undefined;
}

/**
 * The profile for a server. Its strategy can also be used in the option `pagination`, for types that always have
 * cursors.
 */
export interface CursorPagination extends ServerProfile {
  readonly pagination: PaginationStrategy;
}

const options: OptionTable = optionTable({
  ...cursorOptionKinds,
  uri: 'string',
  applied: ['on request', 'always'],
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
  return Object.freeze({
    profile,
    applied: read.applied,
    pagination: cursorStrategyOf('cursorPagination', read),
    errorTypes: cursorErrorTypes(profile.uri),
  } satisfies CursorPagination);
}
