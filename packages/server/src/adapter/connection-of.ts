import type { JsonApiRequest } from '../http.ts';
import { abortOnClose, type ClosableResponse } from './abort-on-close.ts';

/**
 * Returns the members of a request that say whether its client has disconnected. Creates the signal when it is read, because most
 * requests end before anything waits for a signal.
 */
export function connectionOf(response: ClosableResponse): Required<Pick<JsonApiRequest, 'signal' | 'isGone'>> {
  let signal: AbortSignal | undefined;
  return {
    get signal() {
      signal ??= abortOnClose(response);
      return signal;
    },
    isGone: () => response.destroyed && !response.writableEnded,
  };
}
