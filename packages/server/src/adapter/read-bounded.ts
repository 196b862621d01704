import { BoundedBytes } from './bounded-bytes.ts';

/**
 * Discards the rest of a body. A client that is still writing would not read the response, and a connection with an
 * unread body cannot carry the next request. The host must limit the time.
 */
async function discard(rest: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    while (!(await rest.next()).done);
  } catch {
    // The client disconnected, or the host ended the request: nothing remains to be discarded.
  }
}

/**
 * Reads a body within a limit. If the body has more than `limit` bytes, returns the first `limit + 1` bytes, so
 * that the server responds with 413, and discards the rest in the background. For a stream of Node, `readStream` needs no promises.
 *
 * @throws If reading fails, for example because the client disconnects: the error of the body.
 */
export async function readBounded(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const read = new BoundedBytes(limit);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    if (!read.add(next.value)) continue;
    void discard(chunks);
    break;
  }
  return read.bytes;
}
