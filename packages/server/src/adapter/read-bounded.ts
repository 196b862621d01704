/**
 * Reads a payload, but not without end: above `limit` bytes it stops, and gives `limit + 1` of them, which is what a
 * server needs to see to answer 413. Whoever made the iterable hears of the stop by its `return`.
 *
 * @throws whatever reading throws, for instance when the client is gone.
 */
export async function readBounded(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, limit + 1 - length);
    parts.push(part);
    length += part.length;
    if (length > limit) break;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
