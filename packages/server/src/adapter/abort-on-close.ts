/** The part of Node's `ServerResponse` that an adapter requires. */
export interface ClosableResponse {
  /** Missing for responses of `node:http2`, which have a stream. */
  readonly destroyed?: boolean;
  readonly stream?: { readonly destroyed: boolean } | undefined;
  readonly writableEnded: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Whether the connection of a response is closed. */
export function isClosed({ destroyed, stream }: ClosableResponse): boolean {
  return destroyed ?? stream?.destroyed ?? false;
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
  if (isClosed(response)) abort();
  else response.once('close', abort);
  return controller.signal;
}
