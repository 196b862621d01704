import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Header fields that belong to one connection, or that the two hosts decide on their own. */
const ownFields: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'host', 'content-length', 'content-encoding', 'accept-encoding'],
  // All servers of this machine have the same cookies, because cookies do not depend on the port.
  ...['origin', 'referer', 'cookie', 'set-cookie'],
]);

/** Returns the header fields to forward. `Connection` can name more fields of one connection (RFC 9110, section 7.6.1). */
function forwardedFields({ headers }: IncomingMessage): [string, string][] {
  const named = new Set(headers.connection?.split(',').map((name) => name.trim().toLowerCase()));
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || ownFields.has(name) || named.has(name) || name.startsWith('sec-')
      ? []
      : [[name, String(value)]],
  );
}

/** Forwards a request to a URL, and its response back. Redirects are answers as well: the page shows them. */
export async function forward(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  // The client can leave before the API responds, or before it has received the response.
  const client = new AbortController();
  response.once('close', () => client.abort());
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  try {
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers: forwardedFields(request),
      redirect: 'manual',
      signal: client.signal,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    } as RequestInit);
    const fields = [...answer.headers].filter(([name]) => !ownFields.has(name));
    response.writeHead(answer.status, fields.flat());
    if (answer.body === null) response.end();
    else await pipeline(Readable.fromWeb(answer.body as never), response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}
