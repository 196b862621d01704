/** The text of a response, or its beginning. */
export interface ReadText {
  readonly text: string;
  readonly bytes: number;
  /** Whether the response is longer than the maximum. */
  readonly isCut: boolean;
}

/** Reads at most a number of bytes of a response. A response can be endless. */
export async function readText({ body }: Response, maximum: number): Promise<ReadText> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return { text: text + decoder.decode(), bytes, isCut: false };
    bytes += part.value.length;
    text += decoder.decode(part.value, { stream: true });
    if (bytes <= maximum) continue;
    void reader?.cancel().catch(() => undefined);
    return { text, bytes, isCut: true };
  }
}
