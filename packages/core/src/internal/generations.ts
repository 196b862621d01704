/**
 * A bounded cache by text, in two generations: what was not used for a generation is dropped. Keys that never repeat do not push out those
 * that do.
 */
export class Generations<Value> {
  readonly #size: number;
  readonly #longestKey: number;
  #young: Map<string, Value> = new Map();
  #old: ReadonlyMap<string, Value> = new Map();

  /**
   * @param size The number of values of one generation.
   * @param longestKey The length of the longest key in characters. Most keys are strings of clients.
   */
  constructor(size: number, longestKey = 2048) {
    this.#size = size;
    this.#longestKey = longestKey;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (key.length > this.#longestKey) return;
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
