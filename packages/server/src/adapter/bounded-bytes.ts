/** The minimum buffer size for a body of several chunks, in bytes. */
const LEAST_ROOM = 16_384;

/**
 * The bytes of a body, at most one more than its limit, so that the server responds with 413. Uses at most twice the memory of the limit,
 * regardless of the size of the chunks: copies chunks instead of keeping them, because the object of a chunk can require hundreds of bytes.
 */
export class BoundedBytes {
  readonly #most: number;
  #bytes = new Uint8Array();
  #length = 0;

  constructor(limit: number) {
    this.#most = limit + 1;
  }

  /** Adds a chunk. Returns whether the body has more bytes than its limit: the rest is not needed. */
  add(chunk: Uint8Array): boolean {
    const part = chunk.subarray(0, this.#most - this.#length);
    const end = this.#length + part.length;
    // Often, the first chunk is the whole body.
    if (this.#length === 0) this.#bytes = new Uint8Array(part);
    else {
      if (end > this.#bytes.length) this.#grow(end);
      this.#bytes.set(part, this.#length);
    }
    this.#length = end;
    return end === this.#most;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /**
   * Makes space for `needed` bytes: at least twice the previous size, so that all copies together take linear time. Near the
   * limit, allocates the limit, so that a few more bytes do not cause another copy.
   */
  #grow(needed: number): void {
    const room = Math.max(needed, 2 * this.#bytes.length, LEAST_ROOM);
    const grown = new Uint8Array(2 * room > this.#most ? this.#most : room);
    grown.set(this.bytes);
    this.#bytes = grown;
  }
}
