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

/** The least room that a payload of several chunks gets, in bytes. */
const LEAST_ROOM = 16_384;

/**
 * Makes room for `needed` bytes: at least twice as much as before, so that all copies together take linear time. Near the
 * limit it makes room for the limit, so that the last copy is not one of the whole payload for a few more bytes.
 */
function grow(bytes: Uint8Array, used: number, needed: number, most: number): Uint8Array {
  const room = Math.max(needed, 2 * bytes.length, LEAST_ROOM);
  const grown = new Uint8Array(2 * room > most ? most : room);
  grown.set(bytes.subarray(0, used));
  return grown;
}

/**
 * Reads a payload, but keeps only what is needed: if the payload has more than `limit` bytes, returns the first
 * `limit + 1` bytes, from which a server sees that it must respond with 413, and discards the rest in the background.
 *
 * Uses at most twice the memory of the limit, no matter how small the chunks are: chunks are copied and not kept, because
 * the object of a chunk can take hundreds of bytes.
 *
 * @throws If reading fails, for example because the client disconnects: the error of the payload.
 */
export async function readBounded(payload: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks = payload[Symbol.asyncIterator]();
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const part = next.value.subarray(0, limit + 1 - length);
    const end = length + part.length;
    // The first chunk often is the whole payload.
    if (length === 0) bytes = new Uint8Array(part);
    else {
      if (end > bytes.length) bytes = grow(bytes, length, end, limit + 1);
      bytes.set(part, length);
    }
    length = end;
    if (length > limit) {
      void discard(chunks);
      break;
    }
  }
  return bytes.subarray(0, length);
}
