const P1 = 0x9e3779b1 | 0;
const P2 = 0x85ebca77 | 0;
const P3 = 0xc2b2ae35 | 0;
const BLOCK_WORDS = 4;
const BLOCK_BYTES = 16;

const encoder = new TextEncoder();
/**
 * The buffer in which strings become bytes, a piece at a time. Allocating a buffer for each string would take longer than
 * hashing it.
 */
const bytes = new Uint8Array(8_192);
const words = new Int32Array(bytes.buffer);

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(value: number): string {
  return `${digits[value >>> 24]}${digits[(value >>> 16) & 255]}${digits[(value >>> 8) & 255]}${digits[value & 255]}`;
}

/**
 * Returns a 64-bit hash of a string as 16 hexadecimal digits. It is for entity tags, not for secrets: forging a tag has
 * no benefit. Four independent lanes take only a few percent of the time of writing a document; a cryptographic hash is
 * either asynchronous or several times slower.
 */
export function textHash(text: string): string {
  // Four independent lanes. Each processes every fourth word of the input.
  let [a, b, c, d] = [P1, P2, 0x27d4eb2f, 0x165667b1];
  let count = 0;
  let kept = 0;
  for (let unread = text; unread !== ''; ) {
    const { read, written } = encoder.encodeInto(unread, kept === 0 ? bytes : bytes.subarray(kept));
    const length = kept + written;
    const blocks = Math.floor(length / BLOCK_BYTES);
    // `lane = rotate((lane ^ word) * P1, 13)`, written out, because a call for each word would cost more.
    for (let index = 0; index < blocks * BLOCK_WORDS; index += BLOCK_WORDS) {
      a = Math.imul(a ^ (words[index] as number), P1);
      a = (a << 13) | (a >>> 19);
      b = Math.imul(b ^ (words[index + 1] as number), P1);
      b = (b << 13) | (b >>> 19);
      c = Math.imul(c ^ (words[index + 2] as number), P1);
      c = (c << 13) | (c >>> 19);
      d = Math.imul(d ^ (words[index + 3] as number), P1);
      d = (d << 13) | (d >>> 19);
    }
    count += blocks * BLOCK_WORDS;
    kept = length - blocks * BLOCK_BYTES;
    if (blocks > 0) bytes.copyWithin(0, length - kept, length);
    unread = unread.slice(read);
  }
  const lanes: [number, number, number, number] = [a, b, c, d];
  for (let index = 0; index < kept; index++) {
    const lane = (index % BLOCK_WORDS) as 0 | 1 | 2 | 3;
    const product = Math.imul(lanes[lane] ^ (bytes[index] as number), P1);
    lanes[lane] = (product << 13) | (product >>> 19);
  }
  let high = count + kept;
  let low = ~high;
  for (const lane of lanes) {
    // Mixes both, so that every input bit affects every output bit: written out, as above.
    high ^= lane;
    high = Math.imul(high ^ (high >>> 16), P2);
    high = Math.imul(high ^ (high >>> 13), P3);
    high ^= high >>> 16;
    low = Math.imul(low, P1) + lane;
    low = Math.imul(low ^ (low >>> 16), P2);
    low = Math.imul(low ^ (low >>> 13), P3);
    low ^= low >>> 16;
  }
  return hex(high) + hex(low);
}
