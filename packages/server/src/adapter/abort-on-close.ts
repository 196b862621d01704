/** What an adapter knows of a response that is written to a connection, in the words of Node's HTTP modules. */
interface ClosableResponse {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * A signal that aborts when the connection closes before the response was written. Closing of the request says nothing:
 * it closes as soon as its payload has been read.
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
