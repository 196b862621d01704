import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import { type CursorOptions, cursorOptionKinds, cursorStrategyOf } from '../../pagination/cursor/cursor-options.ts';
import { cursorErrorTypes, withErrorTypes } from '../../pagination/cursor/page-errors.ts';
import type { PageRequest, RequestedPage, SyncPaginationStrategy } from '../../pagination/pagination.ts';
import { cursorProfile } from './cursor-pagination.ts';

const options: OptionTable = optionTable(cursorOptionKinds);

/**
 * Adds the `type` links of the profile to the errors that it defines, for responses to which the profile applies. The strategy does this
 * itself; errors of `parseQuery` about the order need it. Returns any other thrown value unchanged.
 *
 * @see https://jsonapi.org/profiles/ethanresnick/cursor-pagination/
 * @example
 * const shown = negotiated.profiles.includes(cursorProfile.uri) ? cursorErrors(thrown) : thrown;
 */
export function cursorErrors(thrown: unknown): unknown {
  return withErrorTypes(thrown, cursorErrorTypes(cursorProfile.uri));
}

/** Runs a part of the strategy. Its errors have the `type` links of the profile if the request applies it. */
function typed<Result>({ profiles }: PageRequest, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    throw profiles.includes(cursorProfile.uri) ? cursorErrors(thrown) : thrown;
  }
}

/**
 * Creates the strategy of the cursor pagination profile for `readPage`. Each page begins behind a cursor: the text of a position, with a
 * code that the key creates. A position is `[values, [id]]`, the values in the order of `sort`.
 *
 * @throws {TypeError} If an option is unknown, or a key is too short.
 * @see https://jsonapi.org/profiles/ethanresnick/cursor-pagination/
 * @example
 * const strategy = cursorStrategy({ key: process.env.CURSOR_KEY });
 */
export function cursorStrategy(given: CursorOptions = {}): SyncPaginationStrategy {
  const strategy = cursorStrategyOf('cursorStrategy', readOptions('cursorStrategy', given, options));
  return Object.freeze({
    ...strategy,
    read(request): RequestedPage {
      const page = typed(request, () => strategy.read(request));
      return { ...page, neighbours: (found) => typed(request, () => page.neighbours(found)) };
    },
  } satisfies SyncPaginationStrategy);
}
