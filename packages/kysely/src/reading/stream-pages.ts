import type { DataSource, SourceCall, StreamQuery } from '@linkage/server';

/** The number of rows of one statement. */
const PAGE_SIZE = 500;

type List = NonNullable<DataSource['list']>;
type Row = Awaited<ReturnType<List>>['records'][number];

/**
 * Yields all rows of a collection, page by page, each from the position of the last row before. So neither a connection nor a
 * transaction is in use while a client receives the rows.
 */
export async function* streamPages(
  list: List,
  query: StreamQuery,
  call: SourceCall,
): AsyncGenerator<readonly Row[], void, undefined> {
  // A row whose sort value changes while it is streamed could occur again. Ids do not change.
  const seen = query.sort.length > 0 ? new Set<string>() : undefined;
  const isNew = ({ id }: Row): boolean => {
    const text = String(id);
    if (seen === undefined) return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  };
  let after: unknown;
  for (;;) {
    const page = { offset: 0, limit: PAGE_SIZE, positions: true, after };
    const { records, positions } = await list({ ...query, page, total: false }, call);
    yield records.filter(isNew);
    if (records.length < PAGE_SIZE) return;
    after = positions?.at(-1);
  }
}
