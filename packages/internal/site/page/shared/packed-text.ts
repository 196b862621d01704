/** A string as a part of a URL: compressed, and in characters that URLs accept. */

/** A longer text is not read: a few characters can expand to gigabytes. */
const MAX_BYTES = 4_000_000;

/** Compresses a string. JSON strings must escape surrogates without a partner, which UTF-8 cannot express. */
export async function packText(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const packed = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  return toBase64(new Uint8Array(await packed.arrayBuffer()));
}

/** The text that a page shows for a link that it cannot read. */
export const brokenLink =
  'This link is incomplete or was changed, so the page cannot show its strings. Ask its sender for the whole link.';

/** A fragment of this page, of this version or of another one. */
const LINK = /^#\d+\./;

/**
 * Returns the values that a fragment such as `#1.…` contains: `undefined` if it is not a link of this page, and `broken` if the link
 * was cut or changed on its way.
 */
export async function readLink(fragment: string): Promise<readonly unknown[] | 'broken' | undefined> {
  if (!LINK.test(fragment)) return undefined;
  if (!/^#1\.[\w-]+$/.test(fragment)) return 'broken';
  try {
    const values: unknown = JSON.parse(await unpackText(fragment.slice(3)));
    return Array.isArray(values) ? values : 'broken';
  } catch {
    return 'broken';
  }
}

/**
 * Returns the text of a part of a URL.
 *
 * @throws {Error} If `packText` did not create the part, or its text is longer than 4,000,000 bytes.
 */
export async function unpackText(part: string): Promise<string> {
  const packed = new Blob([fromBase64(part)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = packed.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new RangeError('The text must not be longer than its limit.');
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));
}
