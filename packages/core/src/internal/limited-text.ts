/** The most bytes that a command reads from one file, stream, or response, after decompression. */
export const MAX_TEXT_BYTES: number = 64 * 1024 * 1024;

/** The most milliseconds that a command waits for one response with its body. */
export const MAX_RESPONSE_TIME: number = 30_000;

/** A body, a file, or the standard input: parts of a text in UTF-8. */
export type ByteParts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Returns the text of a stream of bytes. Stops reading at the limit, so an endless stream takes neither memory nor time without end.
 *
 * @throws {RangeError} If there are more bytes.
 */
export async function limitedText(parts: ByteParts | null, maxBytes: number = MAX_TEXT_BYTES): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const part of parts ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new RangeError(`There are more than ${Math.round(maxBytes / 1024 / 1024)} MiB.`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
