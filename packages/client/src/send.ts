import { memberOf, ownMembers } from '@linkage/core/internal';
import { ClientError } from './client-error.ts';
import { resolveLink } from './links.ts';
import { backoff, retryAfter, sleep } from './retry.ts';
import type { Call, Reply, Setup } from './setup.ts';

const MAX_REDIRECTS = 5;
const WRITE = ': only reads are';
/** The longest delay before a request is sent again, in milliseconds. */
const MAX_WAIT = 60_000;

/** The headers of a request. */
interface RequestFields {
  readonly headers: Headers;
  /** Whether the application can have added some: a function `fetch` can do so, too. */
  readonly hasAdded: boolean;
}

async function fieldsOf(setup: Setup, call: Call): Promise<RequestFields> {
  const given = await setup.headers();
  const headers = new Headers(given as Headers);
  // The platform would send the string "undefined".
  for (const [name, value] of Object.entries({ ...given })) if (value === undefined) headers.delete(name);
  const hasAdded = setup.hasFetchOption || !headers.keys().next().done;
  const required: Readonly<Record<string, string | undefined>> = {
    ...call.headers,
    Accept: setup.accept,
    'Content-Type': call.body ? setup.mediaType : undefined,
  };
  for (const [name, value] of Object.entries(required)) if (value !== undefined) headers.set(name, value);
  return { headers, hasAdded };
}

/**
 * Sends a request once. Follows redirects of reads itself, so that headers stay on the origin of the API. Does not follow
 * redirects of writes: browsers would turn some of them into reads.
 */
async function sendOnce(setup: Setup, call: Call, { headers: all, hasAdded }: RequestFields): Promise<Reply> {
  const { method, body, signal = null } = call;
  const { origin, dates } = setup;
  let url = resolveLink(call.url, setup.baseUrl, origin);
  let isOtherResource = false;
  const sendTo = (init: RequestInit): Promise<Response> =>
    // Without a prototype: the platform also reads inherited members.
    setup.fetch(new Request(url, ownMembers({ method, headers: all, signal, body, ...init }) as RequestInit));
  for (let redirects = 0; ; redirects++) {
    let response = await sendTo({ redirect: 'manual' });
    const reject = (reason: string): never => {
      throw new ClientError(
        'rejected',
        `${method} ${url} must not be redirected${reason}.`,
        undefined,
        response.status,
      );
    };
    // Browsers hide the target of a redirect, so only they can follow it.
    if (response.type === 'opaqueredirect') {
      if (method !== 'GET') reject(WRITE);
      if (memberOf(globalThis, 'origin') === origin) {
        // The browser then fails before it sends anything to another origin.
        response = await sendTo({ redirect: 'follow', mode: 'same-origin' });
      } else if (hasAdded) reject(' in a browser: others could receive its fields');
      else response = await sendTo({ redirect: 'follow', headers: { Accept: setup.accept } });
    }
    if (response.redirected) {
      url = resolveLink(response.url, url, origin);
      isOtherResource = true;
    }
    const { status, headers } = response;
    const location = headers.get('Location');
    if (location === null || !/^30[12378]$/.test(`${status}`)) {
      return { url, isOtherResource, status, headers, text: await response.text(), dates };
    }
    if (method !== 'GET') reject(WRITE);
    if (redirects >= MAX_REDIRECTS) reject(` more than ${MAX_REDIRECTS} times`);
    url = resolveLink(location, url, origin);
    // Other statuses lead to another URL of the same resource, such as one with a slash at its end.
    isOtherResource ||= status === 302 || status === 303;
  }
}

/** Returns the time after which a request must be sent again because of its response. */
function repeatAfter({ retryOn }: Setup, { status, headers }: Reply, method: string): number | undefined {
  // 409 to a write: the request with the same key still runs.
  const isTemporary = retryOn.includes(status) || (status === 409 && method !== 'GET');
  const delay = isTemporary ? retryAfter(headers) : undefined;
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
  let { refresh } = setup;
  for (let attempt = 0; ; attempt++) {
    const isLast = !(attempt < repetitions);
    const fields = await fieldsOf(setup, call);
    let delay: number | undefined;
    let reply: Reply | undefined;
    try {
      signal?.throwIfAborted();
      reply = await sendOnce(setup, call, fields);
      // A handler in the same process can respond all the same.
      signal?.throwIfAborted();
    } catch (error) {
      if (signal?.aborted) throw new ClientError('aborted', 'The call was aborted.', signal.reason);
      if (ClientError.is(error)) throw error;
      if (isLast) throw new ClientError('network', `${method} ${url} did not receive a response.`, error);
    }
    if (reply?.status === 401 && refresh) {
      await refresh();
      refresh = undefined;
      attempt--;
      continue;
    }
    if (reply) {
      delay = repeatAfter(setup, reply, method);
      if (isLast || delay === undefined) return reply;
    }
    await sleep(Math.max(delay ?? 0, backoff(attempt, MAX_WAIT)), signal);
  }
}
