/** Two real origins: a host of a page and an API, and another one that notes what reaches it. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Origin {
  readonly origin: string;
  /** The requests that arrived, without those of CORS. */
  readonly seen: Seen[];
  close(): void;
}

const media = { 'Content-Type': 'application/vnd.api+json' };
const job = JSON.stringify({ data: { type: 'jobs', id: '1', links: { self: '/api/jobs/1' } } });
const people = JSON.stringify({ data: [{ type: 'people', id: '9' }] });

/**
 * Serves an API that allows requests of every page. `/api/r/{status}/{where}` redirects: `inside` to the collection of the same
 * origin, `away` to the collection of the other origin, and `back` over the other origin to the first one.
 */
export async function serveOrigin(other: () => string, files: Readonly<Record<string, string>> = {}): Promise<Origin> {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    request.resume();
    response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
    response.setHeader('Access-Control-Expose-Headers', '*');
    response.setHeader('Cache-Control', 'no-store');
    if (method === 'OPTIONS') return void response.writeHead(204).end();
    const file = files[url];
    if (file !== undefined) {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
      return void response.writeHead(200, { 'Content-Type': type }).end(file);
    }
    if (url === '/favicon.ico') return void response.writeHead(404).end();
    seen.push({ method, url, headers });
    const [, , , status, where] = url.split('?')[0]?.split('/') ?? [];
    if (url.startsWith('/api/r/')) {
      const own = `http://${headers.host}`;
      const targets: Readonly<Record<string, string>> = {
        inside: `${own}/api/people`,
        away: `${other()}/api/people`,
        back: `${other()}/api/r/302/away`,
      };
      return void response.writeHead(Number(status), { Location: targets[where ?? ''] ?? '' }).end();
    }
    if (url === '/api/jobs/1') return void response.writeHead(303, { Location: '/api/people' }).end();
    if (url === '/api/jobs') return void response.writeHead(202, media).end(job);
    response.writeHead(200, media).end(people);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
