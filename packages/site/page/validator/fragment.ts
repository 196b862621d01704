/** The state of the page in the fragment of its URL: compressed, and never sent to a server. */
import { type Choices, readChoices } from './choices.ts';

/** A document with the choices beside the editor. */
export interface PageState {
  readonly text: string;
  readonly choices: Choices;
}

/** Longer texts have no link: browsers limit the length of a URL. */
export const MAX_LINK_TEXT = 200_000;
/** A fragment with a longer state is not read: a few characters of it can expand to gigabytes. */
const MAX_STATE_BYTES = 4_000_000;

/** Returns the fragment for a state. */
export async function formatFragment({ text, choices }: PageState): Promise<string> {
  // JSON escapes the surrogates without a partner, which UTF-8 cannot express.
  const bytes = new TextEncoder().encode(JSON.stringify([text, choices]));
  const packed = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  return `#1.${toBase64(new Uint8Array(await packed.arrayBuffer()))}`;
}

/** Returns the state of a fragment, or `undefined` if the fragment is not one of this page. */
export async function parseFragment(fragment: string): Promise<PageState | undefined> {
  if (!/^#1\.[\w-]+$/.test(fragment)) return undefined;
  try {
    const [text, choices]: readonly unknown[] = JSON.parse(await expand(fromBase64(fragment.slice(3))));
    return typeof text === 'string' ? { text, choices: readChoices(choices) } : undefined;
  } catch {
    return undefined;
  }
}

async function expand(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAX_STATE_BYTES) {
      await reader.cancel();
      throw new RangeError('The state must not be longer than its limit.');
    }
    text += decoder.decode(part.value, { stream: true });
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
