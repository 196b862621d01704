import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { connectionOf } from '@linkage/server/adapter';
import { server } from './stream-server.ts';

export async function respondStreaming(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const connection = connectionOf(response);
  const result = await server.handle({ method, url, headers, connection, canStream: true });
  response.writeHead(result.status, { ...result.headers });
  // `pipeline` waits for the client, and destroys the connection if the stream fails.
  if (result.stream === undefined) response.end(result.body);
  else pipeline(Readable.from(result.stream, { signal: result.stream.signal }), response, () => undefined);
}
