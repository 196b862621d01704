import type { ResponseStream } from '@linkage/server';

/** Returns the chunks of a document as bytes. Reads a chunk only when the client can receive it. */
export function toByteStream(stream: ResponseStream): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  const { signal } = stream;
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // The stream can fail while the client does not read.
        signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
      },
      async pull(controller) {
        const chunk = await chunks.next();
        if (chunk.done === true) controller.close();
        else controller.enqueue(encoder.encode(chunk.value));
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    // Otherwise, the stream would create a chunk before it is read.
    { highWaterMark: 0 },
  );
}
