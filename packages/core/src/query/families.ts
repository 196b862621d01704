import { fieldsFamily } from './fields.ts';
import { filterFamily } from './filter.ts';
import { includeFamily } from './include.ts';
import { pageFamily } from './page.ts';
import type { QueryFamily } from './query-family.ts';
import { sortFamily } from './sort.ts';

/** The families of the specification by their base names. Each is a member of the query that `parseQuery` returns. */
export const families: ReadonlyMap<string, QueryFamily<unknown>> = new Map<string, QueryFamily<unknown>>([
  ['include', includeFamily],
  ['fields', fieldsFamily],
  ['sort', sortFamily],
  ['page', pageFamily],
  ['filter', filterFamily],
]);
