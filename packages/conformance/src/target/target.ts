import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts';

/** A server in the same process: a function from `Request` to `Response`. */
export interface HandledTarget {
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** The URL that the API begins with. Default `http://localhost`. */
  readonly baseUrl?: string | undefined;
}

/** A server to prove: its base URL, such as `https://example.com/api`, or its handler. */
export type Target = string | URL | HandledTarget;

/** Sends requests to a target. */
export interface Transport {
  /** The URL that the API begins with, without a slash at its end. */
  readonly baseUrl: string;
  /** Returns the exchange; a request without an answer has a `failure`. Never repeats a request. */
  readonly send: (request: SentRequest) => Promise<Exchange>;
}

const REQUEST_TIME = 30_000;

function baseOf(target: Target): string {
  const url = typeof target === 'string' || target instanceof URL ? target : (target.baseUrl ?? 'http://localhost');
  if (!URL.canParse(String(url))) throw new TypeError(`The target must be an absolute URL, but it is "${url}".`);
  return String(url).replace(/\/+$/, '');
}

async function receive(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** Creates the transport of a target. Redirects are not followed: a case decides what they mean. */
export function openTarget(target: Target): Transport {
  const baseUrl = baseOf(target);
  const isRemote = typeof target === 'string' || target instanceof URL;
  const call = isRemote ? (request: Request) => fetch(request) : (request: Request) => target.handle(request);
  const send = async (request: SentRequest): Promise<Exchange> => {
    const { method, url, headers, body } = request;
    const signal = AbortSignal.timeout(REQUEST_TIME);
    try {
      const init = { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) } as const;
      return { request, response: await receive(await call(new Request(url, init))) };
    } catch (error) {
      return { request, failure: messageOf(error) };
    }
  };
  return { baseUrl, send };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
