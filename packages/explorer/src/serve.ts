import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { explorerFiles } from './explorer-file.ts';
import { forward } from './forward.ts';

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
  const base = api.replace(/\/+$/, '');
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
    if (!isOwnRequest(request)) return void response.writeHead(403).end();
    const url = urlOf(request);
    if (url === undefined) return void response.writeHead(400).end();
    const file = request.method === 'GET' ? find(url.pathname) : undefined;
    if (file !== undefined) response.writeHead(file.status, file.headers).end(file.body);
    else {
      const target = targetOf(url);
      if (target === undefined) response.writeHead(404).end();
      else if (!writes && !reading.includes(request.method ?? '')) refuse(response);
      else void forward(request, response, target);
    }
  });
}

/** Responds to a request that could change data. */
function refuse(response: ServerResponse): void {
  response.writeHead(405, { Allow: reading.join(', '), 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('The explorer runs with --read-only, so it does not forward requests that can change data.');
}

/** Returns the URL of a request, or `undefined` if its target is none. The path `//name` does not name a host. */
function urlOf({ url: target = '/' }: IncomingMessage): URL | undefined {
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Whether a request comes from the page, or from a person: the name of the host is local, and no other origin sent it. */
function isOwnRequest({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined || site === 'same-origin' || site === 'none';
  return isLocal && isSame && (origin === undefined || origin === `http://${host}`);
}
