import { errorObject, JsonApiError } from '@linkage/core';
import { createMemorySources, createServer, type SyncPaginationStrategy } from '@linkage/server';
import { api } from './core.ts';

const sources = createMemorySources(api, {
  articles: ['1', '2', '3', '4', '5'].map((id) => ({ id, title: `Article ${id}`, author: '9' })),
  people: [{ id: '9', name: 'Dan' }],
});

// #region strategy
/** Returns a number of the `page` family, or undefined if the request does not contain it. */
function numberIn(parameters: ReadonlyMap<string, string>, name: string, least: number, most: number) {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  const source = { parameter: `page[${name}]` };
  throw new JsonApiError(errorObject('PAGE_INVALID', `It must be a number from ${least} to ${most}.`, { source }));
}

/** `page[skip]` and `page[top]`, because existing clients send them. */
const skipStrategy: SyncPaginationStrategy = {
  names: ['skip', 'top'],
  sizeName: 'top',
  isOrderless: true, // Pages do not depend on the order.
  read({ parameters, pageSize, pageSizeMaximum }) {
    const offset = numberIn(parameters, 'skip', 0, 1_000_000) ?? 0;
    const limit = numberIn(parameters, 'top', 1, pageSizeMaximum) ?? pageSize;
    return {
      slice: { offset, limit },
      // The parameters of the pages around this one. The server adds the size and all other parameters.
      neighbours: ({ hasMore }) => ({
        first: { skip: '0' },
        prev: offset > 0 ? { skip: String(Math.max(0, offset - limit)) } : null,
        next: hasMore ? { skip: String(offset + limit) } : null,
      }),
    };
  },
};
export const server = createServer(api, sources, { pagination: { strategy: skipStrategy } });
// #endregion
