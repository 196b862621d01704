import { ownMembers } from '@linkage/core/internal';
import { ClientError } from './client-error.ts';
import { resolveLink } from './links.ts';
import { retryAfter, sleep } from './retry.ts';
import type { Call, Reply, Setup } from './setup.ts';

const MAX_REDIRECTS = 5;
/** The longest `Retry-After` that a call waits for, in milliseconds. */
const MAX_WAIT = 60_000;

async function headersOf(setup: Setup, call: Call): Promise<Headers> {
  const headers = new Headers(await setup.headers());
  const own: Readonly<Record<string, string | undefined>> = {
    ...call.headers,
    Accept: setup.accept,
    'Content-Type': call.body ? setup.mediaType : undefined,
  };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) headers.set(name, value);
  return headers;
}

/** Sends a request once. Follows redirects of reads itself, so that header fields stay on the origin of the API. */
async function sendOnce(setup: Setup, call: Call, requestHeaders: Headers): Promise<Reply> {
  const { method, body, signal = null } = call;
  const isRead = method === 'GET';
  let { url } = call;
  const sendTo = (redirect: RequestRedirect): Promise<Response> =>
    // Without a prototype: the platform also reads inherited members.
    setup.fetch(
      new Request(url, ownMembers({ method, headers: requestHeaders, signal, body, redirect }) as RequestInit),
    );
  for (let redirects = 0; ; redirects++) {
    let response = await sendTo('manual');
    // Browsers hide the target of a redirect, so only they can follow it.
    if (isRead && response.type === 'opaqueredirect') {
      response = await sendTo('follow');
      url = resolveLink(response.url, url, setup.origin);
      redirects++;
    }
    const { status, headers } = response;
    const location = headers.get('Location');
    if (!isRead || location === null || !/^30[12378]/.test(`${status}`) || redirects >= MAX_REDIRECTS) {
      return { url, isRedirected: redirects > 0, status, headers, text: await response.text() };
    }
    url = resolveLink(location, url, setup.origin);
  }
}

/** Returns the time after which a request must be sent again because of its response. */
function repeatAfter({ status, headers }: Reply, method: string): number | undefined {
  // 409 to a write: the request with the same key still runs.
  const delay = status === 503 || (status === 409 && method !== 'GET') ? retryAfter(headers) : undefined;
  return delay !== undefined && delay <= MAX_WAIT ? delay : undefined;
}

/**
 * Sends a request, and again after a network failure or a temporary error: reads, and writes with an idempotency key.
 *
 * @throws {ClientError} If there is no response.
 */
export async function send(setup: Setup, call: Call): Promise<Reply> {
  const { method, url, signal } = call;
  const repetitions = method === 'GET' || call.headers['Idempotency-Key'] ? setup.retry : 0;
  for (let attempt = 0; ; attempt++) {
    const isLast = !(attempt < repetitions);
    const headers = await headersOf(setup, call);
    let delay: number | undefined;
    try {
      signal?.throwIfAborted();
      const reply = await sendOnce(setup, call, headers);
      // A handler in the same process can respond all the same.
      signal?.throwIfAborted();
      delay = repeatAfter(reply, method);
      if (isLast || delay === undefined) return reply;
    } catch (error) {
      if (signal?.aborted) throw new ClientError('aborted', 'The call was aborted.', signal.reason);
      if (ClientError.is(error)) throw error;
      if (isLast) throw new ClientError('network', `${method} ${url} did not receive a response.`, error);
      delay = 100 * 2 ** attempt;
    }
    await sleep(delay, signal);
  }
}
