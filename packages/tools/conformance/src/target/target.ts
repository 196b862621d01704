import { limitedText, MAX_RESPONSE_TIME } from '@linkage/core/internal';
import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts';

/** A server in the same process: a function from `Request` to `Response`. */
export interface HandledTarget {
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** The URL that the API begins with. Default `http://localhost`. */
  readonly baseUrl?: string | undefined;
}

/** A server to prove: its base URL, such as `https://example.com/api`, or its handler. */
export type Target = string | URL | HandledTarget;

/** Sends requests to a target. Only the gateway has it. */
export interface Transport {
  /** The URL that the API begins with, without a slash at its end. */
  readonly baseUrl: string;
  /** Returns the exchange; a request without an answer has a `failure`. Never repeats a request. */
  readonly send: (request: SentRequest) => Promise<Exchange>;
}

function baseOf(target: Target): string {
  const url = typeof target === 'string' || target instanceof URL ? target : (target.baseUrl ?? 'http://localhost');
  if (!URL.canParse(String(url))) throw new TypeError(`The target must be an absolute URL, but it is "${url}".`);
  return String(url).replace(/(?<!\/)\/+$/, '');
}

async function receive(response: Response): Promise<ReceivedResponse> {
  // The size counts after decompression, so a small body that becomes a large one is cut off as well.
  const body = await limitedText(response.body);
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** Rejects when the signal aborts: a handler in this process can ignore the signal of its request. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** Creates the transport of a target. Redirects are not followed: a case decides what they mean. */
export function openTarget(target: Target, timeout: number = MAX_RESPONSE_TIME): Transport {
  const baseUrl = baseOf(target);
  const isRemote = typeof target === 'string' || target instanceof URL;
  const call = isRemote
    ? async (request: Request) => fetch(request)
    : async (request: Request) => target.handle(request);
  const send = async (request: SentRequest): Promise<Exchange> => {
    const { method, url, headers, body } = request;
    const stop = new AbortController();
    const signal = stop.signal;
    const timer = setTimeout(() => stop.abort(new Error(`There was no response in ${timeout} ms`)), timeout);
    try {
      const init = { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) } as const;
      const received = call(new Request(url, init)).then(receive);
      received.catch(() => undefined);
      return { request, response: await Promise.race([received, aborted(signal)]) };
    } catch (error) {
      return { request, failure: messageOf(error), isCostly: signal.aborted || error instanceof RangeError };
    } finally {
      clearTimeout(timer);
    }
  };
  return { baseUrl, send };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
