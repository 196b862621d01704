import type { Awaitable } from '@linkage/core/internal';
import type { CollectionQuery, SourcePage, StreamQuery } from '@linkage/server';
import type { SourceRow } from '../statements/selected-columns.ts';

/** The number of rows of one statement. */
const PAGE_SIZE = 500;

/** Reads a page by positions. */
type ReadPage = (query: CollectionQuery) => Awaitable<SourcePage<SourceRow>>;

/**
 * Yields all rows of a collection, page by page, each from the position of the last row before. So neither a connection nor a
 * transaction is in use while a client receives the rows.
 */
export async function* streamPages(
  readPage: ReadPage,
  query: StreamQuery,
): AsyncGenerator<readonly SourceRow[], void, undefined> {
  // A row whose sort value changes while it is streamed could occur again. Ids do not change.
  const seen = query.sort.length > 0 ? new Set<string>() : undefined;
  const isNew = ({ id }: SourceRow): boolean => {
    const text = String(id);
    if (seen === undefined) return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  };
  let after: unknown;
  for (;;) {
    const page = { offset: 0, limit: PAGE_SIZE, positions: true, after };
    const { records, positions } = await readPage({ ...query, page, total: false });
    yield records.filter(isNew);
    if (records.length < PAGE_SIZE) return;
    after = positions?.at(-1);
  }
}
