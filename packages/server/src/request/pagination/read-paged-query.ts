import { andThen, baseNameOf, type ReadPage, throwWith } from '@linkage/core/internal';
import type { Awaitable } from '../../sources/port/data-source.ts';
import type { QueryOperation } from '../context.ts';
import { type AnyQuery, readCollectionQuery } from '../read-query.ts';
import { checkPage, type PagedCollection, type PagedRequest, readPage } from './read-page.ts';

/** An operation on a list that has pages. */
interface PagedOperation extends QueryOperation {
  readonly request: PagedRequest;
}

/** The query of a request, and its page. */
export interface PagedQuery {
  readonly query: AnyQuery;
  readonly page: ReadPage;
}

/** Reads some of the parameters of an invalid query. Returns undefined if they are invalid: the error is already reported with the others. */
function readSome(
  operation: PagedOperation,
  types: readonly string[],
  parameters: URLSearchParams,
): AnyQuery | undefined {
  try {
    return readCollectionQuery(operation, types, parameters);
  } catch {
    return undefined;
  }
}

/**
 * Checks the page parameters of an invalid query. Each parameter that can be read separately is used, and the filter if all its
 * parameters are valid: a filter language can need several parameters together.
 */
async function checkPageOf(
  operation: PagedOperation,
  collection: PagedCollection,
  parameters: URLSearchParams,
): Promise<void> {
  // The page parameters of a single resource were rejected. With too many parameters, none is read.
  if (collection.kind === 'to-one' || parameters.size > operation.request.server.limits.parameters) return;
  const page = new Map<string, string>();
  let sort: AnyQuery['sort'] | undefined = readCollectionQuery(operation, collection.types, new URLSearchParams()).sort;
  const filters = new URLSearchParams();
  for (const [parameter, text] of parameters) {
    const family = baseNameOf(parameter);
    if (family === 'filter') filters.append(parameter, text);
    if (family !== 'page' && family !== 'sort') continue;
    const read = readSome(operation, collection.types, new URLSearchParams([[parameter, text]]));
    for (const [name, value] of read?.page ?? []) if (!page.has(name)) page.set(name, value);
    if (family === 'sort') sort = read?.sort;
  }
  const filter = readSome(operation, collection.types, filters)?.filter;
  // An empty page is valid beside parameters of aggregates, also if those are not.
  await checkPage(operation.request, collection, { page, sort, filter, parameters: Object.fromEntries(parameters) });
}

/**
 * Reads the query parameters of a request for a collection, and its page.
 *
 * @param read Reads the query.
 * @throws {JsonApiError} 400 with the errors of all parameters, including the page parameters.
 */
export function readPagedQuery(
  operation: PagedOperation,
  collection: PagedCollection,
  parameters: URLSearchParams,
  read: () => AnyQuery,
): Awaitable<PagedQuery> {
  let query: AnyQuery;
  try {
    query = read();
  } catch (error) {
    return throwWith(error, () => checkPageOf(operation, collection, parameters));
  }
  return andThen(readPage(operation.request, collection, query), (page) => ({ query, page }));
}
