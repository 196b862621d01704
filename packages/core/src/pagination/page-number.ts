import { pageError } from './page-error.ts';
import { readPlaceAndSize } from './page-parameter.ts';
import type { PageParameters, SyncPaginationStrategy } from './pagination.ts';

/** Without a maximum page size, two numbers that are valid alone can have a product that sources cannot count to. */
const MAX_OFFSET = 2 ** 52;

const numbered = (number: number): PageParameters => ({ number: String(number) });

/**
 * Paginates by number: `page[number]`, beginning with 1, and `page[size]`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export const pageNumberStrategy: SyncPaginationStrategy = Object.freeze({
  names: Object.freeze(['number', 'size']),
  sizeName: 'size',
  isOrderless: true,
  read(request) {
    const [number, size] = readPlaceAndSize(request, { name: 'number', least: 1 }, 'size');
    const offset = (number - 1) * size;
    if (offset > MAX_OFFSET) throw pageError('PAGE_INVALID.smaller', { size }, 'page[number]');
    return {
      slice: { offset, limit: size },
      neighbours({ count, hasMore, total }) {
        const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
        // After the last page, `prev` leads to the last page, or is absent if that is unknown. The first page always exists.
        const isUnknown = count === 0 && last === undefined && number > 2;
        const before = Math.min(number - 1, last ?? number - 1);
        return {
          first: numbered(1),
          ...(last === undefined ? {} : { last: numbered(last) }),
          ...(isUnknown ? {} : { prev: number > 1 ? numbered(before) : null }),
          next: hasMore ? numbered(number + 1) : null,
        };
      },
    };
  },
} satisfies SyncPaginationStrategy);
