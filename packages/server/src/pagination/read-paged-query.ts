import { JsonApiError } from '@linkage/core';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import { readTogether } from '../internal/read-together.ts';
import type { QuerySetup } from '../request/query-setup.ts';
import { type AnyQuery, baseNameOf, readCollectionQuery } from '../request/read-query.ts';
import type { Awaitable } from '../source/data-source.ts';
import type { PageSetup } from './page-rules.ts';
import { checkPage, type PagedCollection, type ReadPage, readPage } from './read-page.ts';

/** What reading a query and its page takes of a server. */
type PagedSetup = QuerySetup & PageSetup;

/** The query of a request, and the page that it asks for. */
export interface PagedQuery {
  readonly query: AnyQuery;
  readonly page: ReadPage;
}

/** Reads one parameter on its own; undefined if it is at fault, which has been reported with the others. */
function readAlone(
  setup: QuerySetup,
  types: readonly string[],
  pair: readonly [name: string, value: string],
): AnyQuery | undefined {
  try {
    return readCollectionQuery(setup, types, new URLSearchParams([[...pair]]));
  } catch (error) {
    if (JsonApiError.is(error)) return undefined;
    throw error;
  }
}

/** Checks what a query that is at fault says of pages: each parameter counts that can be read on its own. */
async function checkPageOf(setup: PagedSetup, collection: PagedCollection, parameters: URLSearchParams): Promise<void> {
  // The page family of a single resource has been refused. With more parameters than are read, none of them is.
  if (collection.kind === 'to-one' || parameters.size > setup.limits.parameters) return;
  const page = new Map<string, string>();
  let sort: AnyQuery['sort'] | undefined = [];
  let filter: AnyQuery['filter'] | undefined = [];
  for (const pair of parameters) {
    const family = baseNameOf(pair[0]);
    if (family !== 'page' && family !== 'sort' && family !== 'filter') continue;
    const read = readAlone(setup, collection.types, pair);
    for (const [name, value] of read?.page ?? []) if (!page.has(name)) page.set(name, value);
    if (family === 'sort') sort = read?.sort;
    if (family === 'filter')
      filter = read === undefined || filter === undefined ? undefined : [...filter, ...read.filter];
  }
  await checkPage(setup, collection, { page, sort, filter });
}

/** Refuses a query that is at fault, with what is wrong with its page besides. */
async function refuse(fault: unknown, check: () => Promise<void>): Promise<never> {
  const fail = (error: unknown) => (): never => {
    throw error;
  };
  const outcome = JsonApiError.is(fault) ? await check().then(() => undefined, fail) : undefined;
  readTogether(fail(fault), () => outcome?.());
  return fail(fault)();
}

/**
 * Reads the query parameters of a request for a collection, and the page that the request asks for.
 *
 * @param read Reads the query.
 * @throws {JsonApiError} 400 with the problems of all parameters, those of the page family among them.
 */
export function readPagedQuery(
  setup: PagedSetup,
  collection: PagedCollection,
  parameters: URLSearchParams,
  read: () => AnyQuery,
): Awaitable<PagedQuery> {
  let query: AnyQuery;
  try {
    query = read();
  } catch (error) {
    return refuse(error, () => checkPageOf(setup, collection, parameters));
  }
  const page = readPage(setup, collection, query);
  return isPromiseLike(page) ? page.then((it) => ({ query, page: it })) : { query, page };
}
