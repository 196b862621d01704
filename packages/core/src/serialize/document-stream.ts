/** The text of a document, made while it is read; it can be read once. */
export interface DocumentStream extends AsyncIterable<string> {
  /**
   * The text as UTF-8, for `new Response(…)` and all that takes a web stream. Nothing is made before it is asked for.
   *
   * @throws {TypeError} The document is being read already.
   * @see https://streams.spec.whatwg.org/#rs-class
   */
  readonly toReadableStream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Chunks as they are asked for; `close` ends what they come from, also while a chunk is being waited for. */
function createIterator(
  chunks: AsyncGenerator<string, void, undefined>,
  close: () => Promise<void>,
): AsyncIterator<string, undefined> & { readonly return: () => Promise<IteratorReturnResult<undefined>> } {
  return {
    next: () => chunks.next() as Promise<IteratorResult<string, undefined>>,
    async return() {
      const closing = close();
      // It waits for the chunk that is being made, if there is one. A source that hangs would keep us here.
      chunks.return().catch(() => undefined);
      await closing;
      return { done: true, value: undefined };
    },
  };
}

/** Makes the stream of a text whose chunks are given; `close` ends what they come from. */
export function createDocumentStream(
  chunks: AsyncGenerator<string, void, undefined>,
  close: () => Promise<void>,
): DocumentStream {
  let isTaken = false;
  const open = () => {
    // The records are gone: a second reader would get a document without them.
    if (isTaken) throw new TypeError('The stream of a document is read once.');
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
        // Else a chunk would be made before anybody reads.
        { highWaterMark: 0 },
      );
    },
  });
}
