/**
 * Discards the rest of a payload. A client that is still writing would not read the response, and a connection with an
 * unread payload cannot carry the next request. The host must limit the time.
 */
async function discard(rest: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    while (!(await rest.next()).done);
  } catch {
    // The client disconnected, or the host ended the request: nothing remains to be discarded.
  }
}

/** The minimum buffer size for a payload of several chunks, in bytes. */
const LEAST_ROOM = 16_384;

/**
 * Returns a buffer with space for `needed` bytes: at least twice the previous size, so that all copies together take
 * linear time. Near the limit, allocates the limit, so that a few more bytes do not cause another copy.
 */
function grow(bytes: Uint8Array, used: number, needed: number, most: number): Uint8Array {
  const room = Math.max(needed, 2 * bytes.length, LEAST_ROOM);
  const grown = new Uint8Array(2 * room > most ? most : room);
  grown.set(bytes.subarray(0, used));
  return grown;
}

/**
 * Reads a payload within a limit. If the payload has more than `limit` bytes, returns the first `limit + 1` bytes, so
 * that the server responds with 413, and discards the rest in the background. Uses at most twice the memory of the
 * limit, regardless of the size of the chunks: copies chunks instead of keeping them, because the object of a chunk can
 * require hundreds of bytes.
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
    // Often, the first chunk is the whole payload.
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
