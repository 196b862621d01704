const MOST = 128;
const LONGEST_KEY = 2048;

/** Keeps a value under a text that strangers choose: long texts are not kept, and a full cache starts anew. */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (key.length > LONGEST_KEY) return;
  if (cache.size >= MOST) cache.clear();
  cache.set(key, value);
}
