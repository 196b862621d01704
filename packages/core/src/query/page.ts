import { frozenMap } from '../internal/freeze.ts';
import type { QueryFamily } from './query-family.ts';

/**
 * The `page` family by the name in brackets. The pagination strategy interprets it.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export const pageFamily: QueryFamily<ReadonlyMap<string, string>> = {
  form: 'page[…]',
  absent: frozenMap([]),
  start() {
    const page = new Map<string, string>();
    return {
      read({ brackets, value }) {
        const [name = '', ...others] = brackets;
        if (name === '' || others.length > 0) return false;
        page.set(name, value);
        return true;
      },
      finish: () => frozenMap(page),
    };
  },
};
