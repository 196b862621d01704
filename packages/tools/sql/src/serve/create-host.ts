import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLocalRequest, oncePer } from '@linkage/core/internal';
import { type ExplorerExample, explorerFiles } from '@linkage/explorer';
import { toNodeHandler } from '@linkage/node';
import { withOpenApi } from '@linkage/openapi';
import type { DescribingServer } from '@linkage/server';
import type { DraftModel, DraftType } from '../model/model.ts';
import type { AccessToken } from './access-token.ts';

const MAX_EXAMPLES = 6;

function exampleOf({ name, relationships, attributes }: DraftType): ExplorerExample {
  const toOne = relationships.find(({ kind }) => kind === 'to-one');
  const sorted = attributes.find(({ sort }) => sort);
  const parameters = [
    ...(toOne === undefined ? [] : [`include=${encodeURIComponent(toOne.name)}`]),
    ...(sorted === undefined ? [] : [`sort=${encodeURIComponent(sorted.name)}`]),
    'page[size]=5',
  ];
  const title = toOne === undefined ? name : `${name} with ${toOne.name}`;
  return { title, target: `/${encodeURIComponent(name)}?${parameters.join('&')}` };
}

/** Returns requests worth trying: for the types with the most relationships. */
export function examplesOf({ types }: DraftModel): readonly ExplorerExample[] {
  const most = [...types].sort((one, other) => other.relationships.length - one.relationships.length);
  return most.slice(0, MAX_EXAMPLES).map(exampleOf);
}

/** The server of a host, and what follows from its API. */
export interface HostContent {
  readonly server: DescribingServer;
  readonly examples: readonly ExplorerExample[];
  /** The names of schemas in the OpenAPI document, by type. */
  readonly typeNames: Readonly<Record<string, string>>;
}

/** A host, and the strings of its page. */
export interface HostOptions {
  /** Returns the content for the next request. */
  readonly content: () => HostContent;
  readonly title: string;
  readonly about: string;
  readonly writes: boolean;
  /** Undefined if requests need none. */
  readonly token: AccessToken | undefined;
}

function respond(
  response: ServerResponse,
  status: number,
  text: string,
  fields: Readonly<Record<string, string>> = {},
): void {
  const safe = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...safe, ...fields });
  response.end(text);
}

/**
 * Returns the URL of a request, or `undefined` if its target is none, or is the URL of another host than the field `Host` says. The path
 * `//name` does not name a host.
 */
function urlOf({ url: target = '/', headers }: IncomingMessage): URL | undefined {
  const isPath = target.startsWith('/');
  const url = URL.parse(isPath ? `http://localhost${target}` : target);
  return url === null || (!isPath && url.host !== headers.host) ? undefined : url;
}

/**
 * Creates a host for this machine only: the explorer at its root, and the API below `/api`. It responds only to requests for a local
 * host name, from its own page or from a person, with the token.
 */
export function createHost({ content, title, about, writes, token }: HostOptions): Server {
  const info = { title, version: '0.0.0', ...(about !== '' && { description: about }) };
  const pageOf = { api: '/api', description: '/description.json', title, about, writes };
  const partsOf = oncePer(({ server, examples, typeNames }: HostContent) => ({
    find: explorerFiles('/', { ...pageOf, examples }),
    handleApi: toNodeHandler(withOpenApi(server, { info, typeNames }), { prefix: '/api' }),
  }));
  const descriptionOf = oncePer(({ server }: HostContent) => server.describe().then((it) => JSON.stringify(it)));
  async function describe(response: ServerResponse): Promise<void> {
    try {
      respond(response, 200, await descriptionOf(content()), { 'Content-Type': 'application/json' });
    } catch {
      respond(response, 500, 'The API cannot be described.');
    }
  }
  const host = createServer((request, response) => {
    // The database is not for other names of this machine, which a page of another site can have, and not for other origins.
    if (!isLocalRequest(request.headers))
      return respond(response, 403, 'Only this machine can use this host, as 127.0.0.1 or localhost.');
    const url = urlOf(request);
    if (url === undefined) return respond(response, 400, 'The target of the request must be a URL of this host.');
    if (token !== undefined && url.pathname === '/' && token.isEqual(url.searchParams.get('token'))) {
      const address = host.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      return respond(response, 303, '', { Location: '/', 'Set-Cookie': token.cookie(port) });
    }
    if (token?.isIn(request.headers) === false) {
      const text =
        'This host needs its token: open the URL that the command printed, or send the token as `Authorization: Bearer`.';
      return respond(response, 401, text, { 'WWW-Authenticate': 'Bearer' });
    }
    if (url.pathname === '/api' || url.pathname.startsWith('/api/')) {
      // A document of the database must never become a page or a script of this origin.
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
      return partsOf(content()).handleApi(request, response);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respond(response, 405, 'Only the API has other methods.', { Allow: 'GET, HEAD' });
    if (url.pathname === '/description.json') return void describe(response);
    const file = partsOf(content()).find(url.pathname);
    if (file === undefined) return respond(response, 404, 'The API is below /api, and the explorer is at /.');
    response.writeHead(file.status, file.headers).end(file.body);
  });
  return host;
}
