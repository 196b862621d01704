import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explorerFiles } from './explorer-file.ts';
import { requestFields, responseFields } from './forwarded-fields.ts';
import { respond } from './respond.ts';

const PROXY = '/api';

/** The methods of requests that do not change data. */
const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The settings of the command. */
export interface ServeOptions {
  /** The URL of the API. */
  readonly api: string;
  readonly description: string | undefined;
  /** Whether to forward requests that can change data. */
  readonly writes: boolean;
}

/** Forwards a request to a URL, and its response back. Redirects are answers as well: the page shows them. */
async function forward(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  // The client can leave before the API responds, or before it has received the response.
  const client = new AbortController();
  response.once('close', () => client.abort());
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  try {
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers: requestFields(request),
      redirect: 'manual',
      signal: client.signal,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    } as RequestInit);
    response.writeHead(answer.status, responseFields(answer.headers));
    if (answer.body === null) response.end();
    else await pipeline(Readable.fromWeb(answer.body as never), response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      respond(response, 502, `${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}

/** Creates a host for this machine only: the explorer at its root, and the API below /api. */
export function createExplorerHost({ api, description, writes }: ServeOptions): Server {
  const base = api.replace(/(?<!\/)\/+$/, '');
  const find = explorerFiles('/', {
    api: base,
    proxy: PROXY,
    ...(description !== undefined && { description: '/description.json' }),
    title: new URL(api).host,
    writes,
  });
  const targetOf = ({ pathname, search }: URL): string | undefined => {
    if (pathname === '/description.json') return description;
    const isForApi = pathname === PROXY || pathname.startsWith(`${PROXY}/`);
    return isForApi ? base + pathname.slice(PROXY.length) + search : undefined;
  };
  return createServer((request, response) => {
    // Another page must not use this host, which can reach servers that the page cannot reach.
    if (!isOwnRequest(request)) return respond(response, 403, 'Only the page of the explorer can use this host.');
    const url = urlOf(request);
    if (url === undefined) return respond(response, 400, 'The target of the request is not a URL.');
    const file = request.method === 'GET' ? find(url.pathname) : undefined;
    if (file !== undefined) return void response.writeHead(file.status, file.headers).end(file.body);
    const target = targetOf(url);
    if (target === undefined) return respond(response, 404, 'The explorer does not have this page.');
    if (!isOfPage(request)) return respond(response, 403, 'The explorer forwards only what its own page requests.');
    if (writes || reading.includes(request.method ?? '')) return void forward(request, response, target);
    const text = 'The explorer runs with --read-only, so it does not forward requests that can change data.';
    respond(response, 405, text, { Allow: reading.join(', ') });
  });
}

/** Returns the URL of a request, or `undefined` if its target is none. The path `//name` does not name a host. */
function urlOf({ url: target = '/' }: IncomingMessage): URL | undefined {
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  return URL.canParse(url) ? new URL(url) : undefined;
}

/**
 * Whether a request comes from the page, or from a person: the name of the host is local, and no other origin sent it. A service
 * worker of this host could read all later requests of the page, so no script can become one.
 */
function isOwnRequest({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined || site === 'same-origin' || site === 'none';
  const isWorker = headers['service-worker'] !== undefined || headers['sec-fetch-dest'] === 'serviceworker';
  return isLocal && isSame && !isWorker && (origin === undefined || origin === `http://${host}`);
}

/**
 * Whether a script of the page sent a request, and a browser says so. A document of the API must never be opened in the origin of
 * the page, or be loaded as a part of a page: it would have the rights of the page.
 */
function isOfPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'empty' && headers['sec-fetch-site'] === 'same-origin';
}
