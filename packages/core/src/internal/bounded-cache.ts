const MOST = 128;
const LONGEST_KEY = 2048;

/**
 * Stores a value under a key that a client chooses. Omits keys of more than 2,048 characters, and clears a full cache,
 * so that clients cannot fill the memory.
 */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (key.length > LONGEST_KEY) return;
  if (cache.size >= MOST) cache.clear();
  cache.set(key, value);
}
