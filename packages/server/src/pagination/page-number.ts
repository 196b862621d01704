import { JsonApiError, problem } from '@linkage/core';
import type { PaginationStrategy } from './pagination.ts';

function refuse(name: string, detail: string): JsonApiError {
  return new JsonApiError(problem('PAGE_INVALID', detail, { source: { parameter: `page[${name}]` } }));
}

function positiveInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw refuse(name, `page[${name}] is a positive integer of at most ten digits.`);
  return value;
}

/**
 * Pages by number: `page[number]`, from 1, and `page[size]`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export const pageNumberStrategy: PaginationStrategy = Object.freeze({
  read(page, { pageSize, pageSizeMaximum }) {
    for (const name of page.keys()) {
      if (name !== 'number' && name !== 'size') throw refuse(name, 'Pages are named by page[number] and page[size].');
    }
    const number = positiveInteger('number', page.get('number')) ?? 1;
    const size = positiveInteger('size', page.get('size')) ?? pageSize;
    if (size > pageSizeMaximum) throw refuse('size', `A page has at most ${pageSizeMaximum} resources.`);
    return {
      slice: { offset: (number - 1) * size, limit: size },
      neighbours: (hasMore) => ({
        first: { 'page[number]': '1' },
        prev: number > 1 ? { 'page[number]': String(number - 1) } : null,
        next: hasMore ? { 'page[number]': String(number + 1) } : null,
      }),
    };
  },
} satisfies PaginationStrategy);
