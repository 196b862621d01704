/**
 * All that core and server expect of the platform beyond the language itself: a few web standards which every runtime
 * has. It is checked instead of the DOM or Node types (tsconfig.build.json), so a new expectation is a line here, on purpose.
 * It is not published: the reader of our declarations has these from a library or a runtime.
 */

interface URLSearchParams {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(visit: (value: string, key: string, parent: URLSearchParams) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare var URLSearchParams: {
  new (
    init?: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>> | URLSearchParams,
  ): URLSearchParams;
};

interface URL {
  hash: string;
  host: string;
  readonly href: string;
  readonly origin: string;
  pathname: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  toString(): string;
}
declare var URL: {
  new (url: string, base?: string | URL): URL;
  canParse(url: string, base?: string): boolean;
};

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare var AbortSignal: {
  any(signals: Iterable<AbortSignal>): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};
declare var AbortController: {
  new (): { readonly signal: AbortSignal; abort(reason?: unknown): void };
};

declare var TextEncoder: {
  new (): {
    encode(text: string): Uint8Array<ArrayBuffer>;
    encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
  };
};
declare var TextDecoder: {
  new (
    label?: 'utf-8',
    options?: { readonly fatal?: boolean },
  ): { decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string };
};

interface ReadableStream<Chunk> {
  cancel(reason?: unknown): Promise<void>;
  /** Not in every browser yet; a runtime of servers has it. */
  [Symbol.asyncIterator](): AsyncIterator<Chunk>;
}
declare var ReadableStream: {
  new <Chunk>(
    source: {
      pull(controller: { enqueue(chunk: Chunk): void; close(): void }): Promise<void>;
      cancel(reason?: unknown): Promise<void>;
    },
    strategy: { readonly highWaterMark: number },
  ): ReadableStream<Chunk>;
};

/** A key of the Web Cryptography API, which only its functions read. */
interface CryptoKey {
  readonly type: string;
}
interface Cipher {
  readonly name: 'AES-GCM';
  readonly iv: Uint8Array<ArrayBuffer>;
}
declare var crypto: {
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
  readonly subtle: {
    digest(algorithm: 'SHA-256', bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    importKey(
      format: 'raw',
      bytes: ArrayBuffer,
      algorithm: string,
      canExport: boolean,
      uses: readonly ('encrypt' | 'decrypt')[],
    ): Promise<CryptoKey>;
    encrypt(algorithm: Cipher, key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    decrypt(algorithm: Cipher, key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  };
};
declare function structuredClone<T>(value: T): T;
declare function btoa(text: string): string;
declare function atob(text: string): string;
/** Timers: what `setTimeout` gives is only handed back. */
declare function setTimeout(run: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare var performance: { now(): number };
declare var console: { error(...data: readonly unknown[]): void; warn(...data: readonly unknown[]): void };
