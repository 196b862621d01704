import { offsetStrategy, pageNumberStrategy } from '@linkage/core/http';
import { baseNameOf, Generations } from '@linkage/core/internal';
import type { PagedQuery } from '../request/pagination/read-paged-query.ts';
import type { AnyQuery } from '../request/read-query.ts';

/** The number of queries of one generation, for all operations of a server together: clients choose the queries. */
const GENERATION_SIZE = 1000;

/** Whether nothing can change a value, which several requests receive. */
function isFixed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.isFrozen(value) && Object.values(value).every(isFixed);
}

/** Whether a query depends on its text alone. Declared parameters have schemas of the application, and cursors have a user. */
function isKeepable({ parameters, filter, sort, related }: AnyQuery): boolean {
  return related === undefined && Object.keys(parameters).length === 0 && isFixed(filter) && isFixed(sort);
}

function isPlainPage({ rules, slice, asked }: PagedQuery['page']): boolean {
  Object.freeze(slice);
  Object.freeze(asked);
  return rules.strategy === pageNumberStrategy || rules.strategy === offsetStrategy;
}

/** The result of reading the text of a query: a query, or one with a page. */
type ReadValue = AnyQuery | PagedQuery;

/** The text of a query at the URLs of an operation, and what was read from it. */
export class KeptQuery {
  readonly parameters: URLSearchParams;
  readonly #keep: () => void;
  #applied: object | undefined = undefined;
  #value: ReadValue | undefined = undefined;

  constructor(search: string, keep: () => void) {
    this.parameters = new URLSearchParams(search);
    this.#keep = keep;
  }

  /** Returns what was read while these extensions and profiles applied, or undefined if nothing was kept. */
  valueFor(applied: object): ReadValue | undefined {
    return this.#applied === applied ? this.#value : undefined;
  }

  /**
   * Keeps what was read, for requests with the same text, if it is the same for all of them.
   *
   * @param hasOwnFilters Whether the application has a filter language of its own, which can depend on more than the text.
   */
  keep(applied: object, value: ReadValue | undefined, hasOwnFilters: boolean): void {
    if (value === undefined) return;
    const isOwn = hasOwnFilters && [...this.parameters.keys()].some((name) => baseNameOf(name) === 'filter');
    const isPaged = 'query' in value;
    if (isOwn || !isKeepable(isPaged ? value.query : value) || (isPaged && !isPlainPage(value.page))) return;
    this.#applied = applied;
    this.#value = Object.freeze(value);
    this.#keep();
  }
}

/** Returns what was kept of a query, or a new one, from the text after the question mark. */
export type QueriesOf = (search: string) => KeptQuery;

/** Returns a function that returns the queries that repeat at the URLs of one operation. Reading a query takes longer than most requests. */
export function queriesThatRepeat(): () => QueriesOf {
  const kept = new Generations<KeptQuery>(GENERATION_SIZE);
  let operations = 0;
  return () => {
    const prefix = `${operations++}?`;
    const none = new KeptQuery('', () => undefined);
    return (search) => {
      if (search === '') return none;
      const key = prefix + search;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const query: KeptQuery = new KeptQuery(search, () => kept.set(key, query));
      return query;
    };
  };
}
