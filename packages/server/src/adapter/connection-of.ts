import { abortOnClose, type ClosableResponse } from './abort-on-close.ts';

/** The members of a request that say whether its client has disconnected. */
export interface ClientConnection {
  readonly signal: AbortSignal;
  readonly isGone: () => boolean;
}

/**
 * Returns the members of a request that say whether its client has disconnected. Creates the signal when it is read, because most
 * requests end before anything waits for a signal.
 */
export function connectionOf(response: ClosableResponse): ClientConnection {
  let signal: AbortSignal | undefined;
  return {
    get signal() {
      signal ??= abortOnClose(response);
      return signal;
    },
    isGone: () => response.destroyed && !response.writableEnded,
  };
}
