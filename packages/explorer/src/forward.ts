import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Header fields that belong to one connection, or that the two hosts decide on their own. */
const ownFields: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'host', 'content-length', 'content-encoding', 'origin', 'referer', 'cookie', 'accept-encoding'],
]);

/** Forwards a request to a URL, and its response back. Redirects are answers as well: the page shows them. */
export async function forward(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || ownFields.has(name) || name.startsWith('sec-') ? [] : [[name, String(value)]],
  );
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  try {
    const answer = await fetch(url, {
      signal: controller.signal,
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
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
