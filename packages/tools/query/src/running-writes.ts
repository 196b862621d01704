/** The writes of a cache whose responses have not arrived. Responses of writes that overlap can arrive in another order than that of the server. */
import type { Cache, CachedQuery } from './cache.ts';

export interface RunningWrite {
  /** Whether another write was in flight at the same time. */
  isContested: boolean;
  /** How often each query had received data when the write began. */
  readonly counts: Map<CachedQuery, number>;
}

const running: WeakMap<Cache, Set<RunningWrite>> = new WeakMap();

/** Returns the writes of a cache that are in flight. */
export function runningWrites(queryClient: Cache): Set<RunningWrite> {
  const known = running.get(queryClient) ?? new Set();
  running.set(queryClient, known);
  return known;
}

/** Starts a write. Delete it from `runningWrites` when its response arrives. */
export function startWrite(queryClient: Cache): RunningWrite {
  const all = runningWrites(queryClient);
  const counts = new Map(
    queryClient
      .getQueryCache()
      .getAll()
      .map((it) => [it, it.state.dataUpdateCount]),
  );
  const write: RunningWrite = { isContested: all.size > 0, counts };
  for (const other of all) other.isContested = true;
  all.add(write);
  return write;
}
