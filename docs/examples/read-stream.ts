import type { IncomingMessage } from 'node:http';
import { readStream } from '@linkage/server/adapter';
import { server } from './source.ts';

/** Calls `done` in the turn of the last bytes, without a promise. */
export function readText(request: IncomingMessage, done: (error: Error | null, text?: string) => void): void {
  readStream(request, server.bodyLimit, (error, bytes) =>
    error === null ? done(null, new TextDecoder().decode(bytes)) : done(error),
  );
}
