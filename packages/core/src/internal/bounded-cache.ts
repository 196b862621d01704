const MAX_ENTRIES = 128;
const MAX_KEY_LENGTH = 2048;

/**
 * Stores a value under a key that a client chooses. Omits keys of more than 2,048 characters, and clears a full cache,
 * so that clients cannot fill the memory.
 */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (key.length > MAX_KEY_LENGTH) return;
  if (cache.size >= MAX_ENTRIES) cache.clear();
  cache.set(key, value);
}
