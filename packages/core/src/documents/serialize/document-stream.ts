/** The text of a document, created while it is read. It can be read once. */
export interface DocumentStream extends AsyncIterable<string> {
  /**
   * Returns the text as UTF-8, for `new Response(…)` and other consumers of web streams. Creates no string before it is
   * read.
   *
   * @throws {TypeError} If the document is already being read.
   * @see https://streams.spec.whatwg.org/#rs-class
   */
  readonly toReadableStream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Returns an iterator of chunks. `close` ends their source, even while a chunk is awaited. */
function createIterator(
  chunks: AsyncGenerator<string, void, undefined>,
  close: () => Promise<void>,
): AsyncIterator<string, undefined> & { readonly return: () => Promise<IteratorReturnResult<undefined>> } {
  return {
    next: () => chunks.next() as Promise<IteratorResult<string, undefined>>,
    async return() {
      const closing = close();
      // `return` waits for the current chunk. Do not await it, because the source can hang.
      chunks.return().catch(() => undefined);
      await closing;
      return { done: true, value: undefined };
    },
  };
}

/** Creates the stream of a string from its chunks. `close` ends the source of the chunks. */
export function createDocumentStream(
  chunks: AsyncGenerator<string, void, undefined>,
  close: () => Promise<void>,
): DocumentStream {
  let isTaken = false;
  const open = () => {
    // The records were consumed: a second reader would receive a document without them.
    if (isTaken) throw new TypeError('The stream of a document can be read only once.');
    isTaken = true;
    return createIterator(chunks, close);
  };
  return Object.freeze({
    [Symbol.asyncIterator]: open,
    toReadableStream() {
      const iterator = open();
      const encoder = new TextEncoder();
      return new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          async pull(controller) {
            const step = await iterator.next();
            if (step.done === true) controller.close();
            else controller.enqueue(encoder.encode(step.value));
          },
          async cancel() {
            await iterator.return();
          },
        },
        // Otherwise, the stream would create a chunk before it is read.
        { highWaterMark: 0 },
      );
    },
  });
}
