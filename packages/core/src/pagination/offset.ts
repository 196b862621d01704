import { readPlaceAndSize } from './page-parameter.ts';
import type { PageParameters, SyncPaginationStrategy } from './pagination.ts';

const from = (offset: number): PageParameters => ({ offset: String(offset) });

/** Returns the offset of the last page that `next` links reach from a page at this offset. */
function lastOffset(offset: number, limit: number, total: number): number {
  const start = offset % limit;
  return total <= start ? 0 : start + Math.floor((total - 1 - start) / limit) * limit;
}

/**
 * Paginates by offset: `page[offset]`, the number of resources to skip, and `page[limit]`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export const offsetStrategy: SyncPaginationStrategy = Object.freeze({
  names: Object.freeze(['offset', 'limit']),
  sizeName: 'limit',
  isOrderless: true,
  read(request) {
    const [offset, limit] = readPlaceAndSize(request, { name: 'offset', least: 0 }, 'limit');
    return {
      slice: { offset, limit },
      neighbours({ count, hasMore, total }) {
        const last = total === undefined ? undefined : lastOffset(offset, limit, total);
        const isUnknown = count === 0 && last === undefined && offset > limit;
        const before = Math.min(offset - limit, last ?? offset - limit);
        return {
          first: from(0),
          ...(last === undefined ? {} : { last: from(last) }),
          // If the offset is smaller than a page, the previous page begins at 0 and overlaps this page.
          ...(isUnknown ? {} : { prev: offset > 0 ? from(Math.max(0, before)) : null }),
          next: hasMore ? from(offset + limit) : null,
        };
      },
    };
  },
} satisfies SyncPaginationStrategy);
