import { BoundedBytes } from './bounded-bytes.ts';

/** The part of a `Readable` of Node that an adapter requires. */
export interface BodyStream {
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the types of the listeners of Node differ by event
  on(event: string, listener: (value: any) => void): unknown;
  resume(): unknown;
}

/**
 * Reads a body within a limit by the events of its stream, and calls `done` once: in the turn of the event that ends the body, or
 * at once if the stream has ended or closed. If the body has more than `limit` bytes, passes the first `limit + 1` bytes, so that the
 * server responds with 413, and discards the rest: a client that is still writing would not read the response, and a connection with an
 * unread body cannot carry the next request. The host must limit the time.
 *
 * The listeners run in the asynchronous context of the connection: bind `done` if it must run in that of the user.
 *
 * @param done Receives the error of the stream, or one that says that the connection closed, or the bytes. Must not throw.
 */
export function readStream(
  stream: BodyStream,
  limit: number,
  done: (error: Error | null, bytes?: Uint8Array) => void,
): void {
  const read = new BoundedBytes(limit);
  let isDone = false;
  const end = (error: Error | null): void => {
    if (isDone) return;
    isDone = true;
    if (error === null) done(null, read.bytes);
    else done(error);
  };
  const onClose = (): void => end(new Error('The connection closed before the body was complete.'));
  stream.on('data', (chunk: Uint8Array) => {
    if (isDone) return;
    // An error thrown in a listener would end the process. Middleware that sets an encoding causes one: its chunks are not bytes.
    if (!(chunk instanceof Uint8Array)) end(new TypeError('The body is not read as bytes.'));
    else if (read.add(chunk)) end(null);
  });
  // The listeners stay: without one, an error of the rest of the body would end the process.
  stream.on('error', end);
  stream.on('end', () => end(null));
  stream.on('close', onClose);
  // A stream that has ended or closed has no further events.
  if (stream.readableEnded) end(null);
  else if (stream.destroyed) onClose();
  // Middleware can have paused it.
  else stream.resume();
}
