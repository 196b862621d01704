/** What the last writes of a cache have left behind, to recognize events of them. */
import type { Cache } from './cache.ts';

const MAX_WRITES = 100;

const writes: WeakMap<Cache, Map<string, string>> = new WeakMap();

/** Returns the entity tags of the last writes of a cache, by the name of the resource, and `deleted` for one that was deleted. */
export function ownWrites(queryClient: Cache): Map<string, string> {
  const known = writes.get(queryClient) ?? new Map();
  writes.set(queryClient, known);
  return known;
}

/** Keeps what a write has left behind. */
export function keepWrite(queryClient: Cache, name: string, tag: string): void {
  const known = ownWrites(queryClient);
  known.delete(name);
  known.set(name, tag);
  for (const oldest of known.keys()) {
    if (known.size <= MAX_WRITES) return;
    known.delete(oldest);
  }
}
