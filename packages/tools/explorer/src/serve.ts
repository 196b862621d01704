import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isLocalRequest } from '@linkage/core/internal';
import { explorerFiles } from './explorer-file.ts';
import { forward, type Target } from './forward.ts';
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
  const targetOf = ({ pathname, search }: URL): Target | undefined => {
    if (pathname === '/description.json') {
      return description === undefined ? undefined : { url: description, base: new URL('/', description).href };
    }
    const isForApi = pathname === PROXY || pathname.startsWith(`${PROXY}/`);
    return isForApi ? { url: base + pathname.slice(PROXY.length) + search, base } : undefined;
  };
  return createServer((request, response) => {
    // Another page must not use this host, which can reach servers that the page cannot reach.
    if (!isLocalRequest(request.headers))
      return respond(response, 403, 'Only the page of the explorer can use this host.');
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
 * Whether a script of the page sent a request, and a browser says so. A document of the API must never be opened in the origin of
 * the page, or be loaded as a part of a page: it would have the rights of the page.
 */
function isOfPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'empty' && headers['sec-fetch-site'] === 'same-origin';
}
