import type { CompiledQuery } from 'kysely';

/** The adapters of databases whose statements are reported: for others, no index is looked up. */
const reported = new WeakSet<object>();

/** The indexes that statements lack, by the tree of the statement, which all its executions share. */
const lacking = new WeakMap<object, readonly string[]>();

/** Marks the adapter of a database whose statements are reported with the indexes that they lack. */
export function markReported<Adapter extends object>(adapter: Adapter): Adapter {
  reported.add(adapter);
  return adapter;
}

/** Keeps the indexes that a statement lacks, if the statements of its database are reported. */
export function noteMissingIndexes(
  adapter: object,
  { query }: Pick<CompiledQuery, 'query'>,
  find: () => readonly string[],
): void {
  if (reported.has(adapter) && !lacking.has(query)) lacking.set(query, Object.freeze(find()));
}

/** Returns the indexes that a statement lacks, as far as they are known. */
export function missingIndexesOf({ query }: Pick<CompiledQuery, 'query'>): readonly string[] {
  return lacking.get(query) ?? [];
}
