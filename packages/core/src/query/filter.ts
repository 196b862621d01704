import { frozenList } from '../internal/freeze.ts';
import { type FilterParameter, readFilter } from './filter-language.ts';
import type { FilterCondition } from './query.ts';
import { comparedType, isMixed, type QueryFamily } from './query-family.ts';

/**
 * The `filter` family: conditions, combined with AND. By default, `filter[field]=value,value`,
 * `filter[field][operator]=value`, `filter[relationship]=id,id`, and `filter=or(…)`. A field can be a path through
 * relationships: `filter[author.name]`.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-filtering
 */
export const filterFamily: QueryFamily<readonly FilterCondition[]> = {
  form: 'filter[…]',
  absent: frozenList([]),
  start(setup, errors) {
    const { api, limits, filterLanguage } = setup;
    const parameters: FilterParameter[] = [];
    return {
      read({ parameter, brackets, value }) {
        if (!isMixed(setup, errors, 'FILTER_NOT_SUPPORTED', parameter)) {
          // A language of the application receives a copy that it cannot change.
          const isOurs = filterLanguage === undefined;
          const parts = { parameter, brackets: isOurs ? brackets : Object.freeze([...brackets]), value };
          parameters.push(isOurs ? parts : Object.freeze(parts));
        }
        return true;
      },
      finish() {
        if (parameters.length === 0) return filterFamily.absent;
        return readFilter({ api, type: comparedType(setup), limits, errors }, parameters, filterLanguage);
      },
    };
  },
};
