import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requestFields, responseFields } from './forwarded-fields.ts';
import { respond } from './respond.ts';

/** Forwards a request to a URL, and its response back. Redirects are answers as well: the page shows them. */
export async function forward(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
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
