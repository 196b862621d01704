import type { JsonApiDocument } from '@linkage/core';
import { type Answer, createAnswer, partsOf, type Wait } from './answer.ts';
import { exchange, unexpected } from './exchange.ts';
import { linkOf, resolveLink } from './links.ts';
import { backoff, retryAfter, sleep } from './retry.ts';
import { memberAt, type Reply, type Setup } from './setup.ts';

/** The longest delay of the client's own, in milliseconds: a server can ask for a whole number of seconds only. */
const MAX_DELAY = 1000;

/**
 * Waits for a job. Its responses have `Retry-After` while it runs; then the server redirects to the resource.
 *
 * @see https://jsonapi.org/recommendations/#asynchronous-processing
 */
async function waitForJob(setup: Setup, accepted: Reply, link: string | undefined, signal: AbortSignal | undefined) {
  if (link === undefined) throw unexpected(accepted, 'link to its job');
  const url = resolveLink(link, accepted.url, setup.origin);
  let delay = retryAfter(accepted.headers) ?? 0;
  for (let attempt = 0; ; attempt++) {
    // `Retry-After: 0` must not become as many requests as the connection allows.
    await sleep(Math.max(delay, backoff(attempt, MAX_DELAY)), signal);
    const { reply, document } = await exchange(setup, { method: 'GET', url, signal, headers: {}, body: null });
    const next = reply.isOtherResource ? undefined : retryAfter(reply.headers);
    if (next === undefined) {
      const wait = reply.isOtherResource ? undefined : waiterOf(setup, reply, document);
      return createAnswer(document, partsOf(reply, wait)) as Answer<never>;
    }
    delay = next;
  }
}

/** Returns the function `wait` of an answer that contains a job. */
export function waiterOf(setup: Setup, reply: Reply, document: JsonApiDocument | undefined): Wait {
  const link = reply.headers.get('Content-Location') ?? linkOf(memberAt(document, 'data'), 'self');
  return (signal) => waitForJob(setup, reply, link, signal);
}
