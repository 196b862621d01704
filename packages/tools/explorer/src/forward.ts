import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '@linkage/core/internal';
import { REDIRECTS, requestFields, responseFields } from './forwarded-fields.ts';
import { respond } from './respond.ts';

/** A longer request document is rejected: it is in memory, because some servers reject documents without a length. */
const MAX_BODY = 64 * 1024 * 1024;
const MAX_REDIRECTS = 10;

/** Where a request goes. */
export interface Target {
  readonly url: string;
  /** Redirects are followed to URLs at or below this one. */
  readonly base: string;
}

/** Returns the document of a request, or `undefined` if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > MAX_BODY) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** Whether a URL is that of the API, or below it. */
function isWithin(url: URL, base: string): boolean {
  const { origin, pathname } = new URL(base);
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return url.origin === origin && url.username === '' && (url.pathname === pathname || url.pathname.startsWith(folder));
}

/** Returns the method after a redirect, or `undefined` if the request must not be repeated: it could change other data. */
function methodAfter(status: number, method: string): string | undefined {
  if (method === 'GET' || method === 'HEAD') return [301, 302, 303, 307, 308].includes(status) ? method : undefined;
  if (status === 303) return 'GET';
  return status === 307 || status === 308 ? method : undefined;
}

/** Sends a request, follows redirects within the API, and returns the last response with the redirects before it. */
async function follow(
  target: Target,
  init: RequestInit & { readonly method: string },
): Promise<{ readonly answer: Response; readonly redirects: readonly string[] }> {
  const redirects: string[] = [];
  let { url } = target;
  const { body: document, ...fields } = init;
  let [method, body] = [init.method, document];
  for (;;) {
    const answer = await fetch(url, { ...fields, method, ...(body != null && { body }), redirect: 'manual' });
    const location = answer.headers.get('location');
    const next = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
    const nextMethod = methodAfter(answer.status, method);
    const isFollowed = next !== undefined && nextMethod !== undefined && isWithin(next, target.base);
    if (!isFollowed || redirects.length === MAX_REDIRECTS) return { answer, redirects };
    await answer.body?.cancel();
    next.hash = '';
    redirects.push(`${answer.status} ${next.href}`);
    if (nextMethod !== method) body = null;
    url = next.href;
    method = nextMethod;
  }
}

/** Says what cannot be reached, why, and what the user can do. */
function failureText({ url }: Target, reason: string): string {
  return `${url} cannot be reached: ${reason}${reason.endsWith('.') ? '' : '.'} This command still runs: press Send as soon as the API responds.`;
}

/** Forwards a request to the API, and the response back. The response names the redirects that it follows. */
export async function forward(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
  // The client can leave before the API responds, or before it has received the response.
  const client = new AbortController();
  response.once('close', () => client.abort());
  const { method = 'GET' } = request;
  try {
    const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(request);
    if (body === undefined && method !== 'GET' && method !== 'HEAD') {
      respond(response, 413, `The document is longer than ${MAX_BODY / 1024 / 1024} MiB.`);
      return;
    }
    const { answer, redirects } = await follow(target, {
      method,
      headers: requestFields(request),
      signal: client.signal,
      ...(body !== undefined && body.length > 0 && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, {
      ...responseFields(answer),
      ...(redirects.length > 0 && { [REDIRECTS]: redirects.join(', ') }),
    });
    if (answer.body === null) response.end();
    else await pipeline(Readable.fromWeb(answer.body as never), response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else respond(response, 502, failureText(target, reasonOf(error)));
  }
}
