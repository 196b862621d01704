import type { DocumentStream } from '@linkage/core';
import type { JsonApiResponse, ResponseStream } from '../http.ts';
import { fail } from './finish-response.ts';
import type { Request } from './request.ts';

type Chunks = AsyncIterator<string, undefined>;
type Chunk = IteratorResult<string, undefined>;

async function restOf(chunks: Chunks, first: Chunk): Promise<string> {
  let text = '';
  for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) text += chunk.value;
  return text;
}

/** Ends the request with its stream: when the stream is complete, when it fails, or when its reader stops. */
function monitorChunks(request: Request, chunks: Chunks, first: Chunk): ResponseStream {
  request.restart(request.server.limits.streamTime);
  const signal = request.signal();
  let next: Chunk | undefined = first;
  let isOver = false;
  let failure: { readonly reason: unknown } | undefined;
  const finish = (status: number): void => {
    isOver = true;
    signal.removeEventListener('abort', onAbort);
    request.end(status);
  };
  const stop = async (reason: unknown): Promise<void> => {
    if (isOver) return;
    isOver = true;
    failure = { reason };
    signal.removeEventListener('abort', onAbort);
    // The client already has status 200. The hooks receive the status of the error.
    const { status } = await fail(request, reason);
    finish(status);
  };
  const onAbort = (): void => {
    void stop(signal.reason);
    chunks.return?.().then(undefined, () => undefined);
  };
  signal.addEventListener('abort', onAbort);
  const read = async (): Promise<Chunk> => {
    try {
      const chunk = next ?? (await chunks.next());
      next = undefined;
      // An aborted document has no further chunks, but it is not complete.
      if (failure !== undefined) throw failure.reason;
      if (chunk.done === true && !isOver) finish(200);
      return chunk;
    } catch (error) {
      await stop(error);
      throw error;
    }
  };
  const iterator = {
    next: read,
    async return(): Promise<IteratorReturnResult<undefined>> {
      // The reader stops early if its client disconnects.
      if (!isOver) {
        finish(499);
        request.leave();
      }
      next = undefined;
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return { signal, [Symbol.asyncIterator]: () => iterator };
}

/**
 * Reads the first chunk of a document. Until then, an error becomes an error document. A response to HEAD, and a host that cannot
 * stream, close the stream.
 */
export async function openStream(
  request: Request,
  answer: JsonApiResponse,
  document: DocumentStream,
): Promise<JsonApiResponse> {
  const { received } = request;
  const chunks: Chunks = document[Symbol.asyncIterator]() as Chunks;
  const first = await chunks.next();
  try {
    request.check();
    if (received.method === 'HEAD') {
      await chunks.return?.();
      return answer;
    }
    if (received.canStream !== true) return { ...answer, body: await restOf(chunks, first) };
  } catch (error) {
    await chunks.return?.();
    throw error;
  }
  return { ...answer, stream: monitorChunks(request, chunks, first) };
}
