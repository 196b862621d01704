/** The part of Node's `ServerResponse` that an adapter requires. */
export interface ClosableResponse {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Returns a signal that aborts when the connection closes before the response is written. Does not watch the request,
 * which closes as soon as its payload has been read.
 */
export function abortOnClose(response: ClosableResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableEnded) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
