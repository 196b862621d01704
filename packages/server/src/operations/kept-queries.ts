import { baseNameOf, Generations } from '@linkage/core/internal';
import { offsetStrategy } from '../request/pagination/offset.ts';
import { pageNumberStrategy } from '../request/pagination/page-number.ts';
import type { PagedQuery } from '../request/pagination/read-paged-query.ts';
import type { AnyQuery } from '../request/read-query.ts';

/** The number of queries of one generation, for each operation at its URLs. */
const GENERATION_SIZE = 250;

/** Whether nothing can change a value, which several requests receive. */
function isFixed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.isFrozen(value) && Object.values(value).every(isFixed);
}

/** Whether a query depends on its text alone. Declared parameters have schemas of the application, and cursors have a caller. */
function isKeepable({ parameters, filter, sort }: AnyQuery): boolean {
  return Object.keys(parameters).length === 0 && isFixed(filter) && isFixed(sort);
}

function isPlainPage({ rules, slice, asked }: PagedQuery['page']): boolean {
  Object.freeze(slice);
  Object.freeze(asked);
  return rules.strategy === pageNumberStrategy || rules.strategy === offsetStrategy;
}

/** What an operation reads from the text of a query: a query, or one with a page. */
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
    this.#value = value;
    this.#keep();
  }
}

/** The queries of an operation that repeat. Reading a query takes longer than most requests. */
export class KeptQueries {
  readonly #none = new KeptQuery('', () => undefined);
  readonly #kept = new Generations<KeptQuery>(GENERATION_SIZE);

  /** @param search The text after the question mark. */
  of(search: string): KeptQuery {
    if (search === '') return this.#none;
    const known = this.#kept.get(search);
    if (known !== undefined) return known;
    const query: KeptQuery = new KeptQuery(search, () => this.#kept.set(search, query));
    return query;
  }
}
