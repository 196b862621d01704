const P1 = 0x9e3779b1 | 0;
const P2 = 0x85ebca77 | 0;
const LANE_BYTES = 4;
const BLOCK = 4;

/** The text as bytes, read as 32-bit words where they fill one. */
function wordsOf(text: string): { readonly words: Int32Array; readonly rest: Uint8Array } {
  const encoded = new TextEncoder().encode(text);
  const bytes = encoded.byteOffset % LANE_BYTES === 0 ? encoded : encoded.slice();
  const words = Math.floor(bytes.length / (LANE_BYTES * BLOCK)) * BLOCK;
  return {
    words: new Int32Array(bytes.buffer, bytes.byteOffset, words),
    rest: bytes.subarray(words * LANE_BYTES),
  };
}

/** Lets every bit of the input reach every bit of the output. */
function scatter(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), P2);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

/**
 * 64 bits of a text as 16 hexadecimal digits: two texts with the same are the same for all that chance can do. It is for
 * entity tags, which nobody gains from forging, and not for secrets. Four independent lanes keep it at a few percent of
 * what writing a document takes; a cryptographic hash is either asynchronous or several times slower everywhere.
 */
export function textHash(text: string): string {
  const { words, rest } = wordsOf(text);
  let a = P1;
  let b = P2;
  let c = 0x27d4eb2f;
  let d = 0x165667b1;
  for (let index = 0; index < words.length; index += BLOCK) {
    a = Math.imul(a ^ (words[index] as number), P1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ (words[index + 1] as number), P1);
    b = (b << 13) | (b >>> 19);
    c = Math.imul(c ^ (words[index + 2] as number), P1);
    c = (c << 13) | (c >>> 19);
    d = Math.imul(d ^ (words[index + 3] as number), P1);
    d = (d << 13) | (d >>> 19);
  }
  for (const byte of rest) {
    a = Math.imul(a ^ byte, P1);
    a = (a << 13) | (a >>> 19);
  }
  let high = words.length + rest.length;
  let low = ~high;
  for (const lane of [a, b, c, d]) {
    high = scatter(high ^ lane);
    low = scatter(Math.imul(low, P1) + lane);
  }
  return hex(high) + hex(low);
}
