/**
 * Throws away the rest of a payload as it comes. A client that is still writing would not read the response, and a
 * connection with an unread payload cannot carry the next request. How long this may take is the host's to bound.
 */
async function discard(rest: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    while (!(await rest.next()).done);
  } catch {
    // The client is gone, or the host has ended the request: there is nothing left to throw away.
  }
}

/**
 * Reads a payload, but keeps no more than it must: of one above `limit` bytes it gives the first `limit + 1`, which is
 * what a server needs to see to answer 413, and throws the rest away in the background.
 *
 * @throws whatever reading throws, for instance when the client is gone.
 */
export async function readBounded(payload: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks = payload[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const part = next.value.subarray(0, limit + 1 - length);
    parts.push(part);
    length += part.length;
    if (length > limit) {
      void discard(chunks);
      break;
    }
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
