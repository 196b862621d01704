import { isUsageError, usageError } from './command-line.ts';
import { reasonOf } from './reason-of.ts';

/** The most bytes that a command reads from one file, stream, or response, after decompression. */
export const MAX_TEXT_BYTES: number = 64 * 1024 * 1024;

/** The most milliseconds that a command waits for one response with its body. */
export const MAX_RESPONSE_TIME: number = 30_000;

/** A body, a file, or the standard input: parts of a string in UTF-8. */
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

/** The parts of a `Response` that are read. */
export interface SourceResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: (AsyncIterable<Uint8Array> & { readonly cancel: () => Promise<void> }) | null;
}

/** The options of a command for reading its files, URLs, and standard input. */
export interface SourceOptions {
  /** Opens a file. It is an option because this package does not know the file system. */
  readonly openFile: (path: string) => ByteParts;
  /** The function `fetch` of the platform. */
  readonly fetch: (
    url: string,
    init: { readonly headers: Readonly<Record<string, string>>; readonly redirect: 'manual'; readonly signal: never },
  ) => Promise<SourceResponse>;
  /** The standard input, for `-`. */
  readonly stdin?: (() => ByteParts) | undefined;
  /** The media types that a URL should respond with. */
  readonly accept: string;
  /** Headers of the user, such as credentials. They are sent to no other origin. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a response with an error status is read as well. Default false. */
  readonly readsErrors?: boolean | undefined;
  /** Milliseconds for a response with its body. */
  readonly timeout?: number | undefined;
}

const MAX_REDIRECTS = 5;

/**
 * Returns the text of a file, of a URL, or of the standard input. All commands read with it, so that none of them reads without limits:
 * 64 MiB after decompression, and 30 seconds for a URL.
 *
 * @throws A usage error that names the source.
 */
export async function readSource(from: string, options: SourceOptions): Promise<string> {
  try {
    if (/^https?:\/\//i.test(from)) return await readUrl(from, options);
    if (from === '-' && options.stdin !== undefined) return await limitedText(options.stdin());
    return await limitedText(options.openFile(from));
  } catch (error) {
    if (isUsageError(error)) throw error;
    throw usageError(`${from} cannot be read: ${reasonOf(error)}`);
  }
}

async function readUrl(from: string, options: SourceOptions): Promise<string> {
  const { accept, headers = {}, readsErrors = false, timeout = MAX_RESPONSE_TIME } = options;
  // The type of the signal is that of the platform, which this package does not know.
  const signal = AbortSignal.timeout(timeout) as never;
  let url = from;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await options.fetch(url, { headers: { accept, ...headers }, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (!response.ok && !readsErrors) throw usageError(`${url} responds with ${response.status}.`);
      return limitedText(response.body);
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin && Object.keys(headers).length > 0) {
      throw usageError(`${url} leads to ${next.origin}, which headers are not sent to. Pass that URL instead.`);
    }
    url = next.href;
  }
  throw usageError(`${from} is redirected more than ${MAX_REDIRECTS} times.`);
}
