import type { ClientConnection } from '../http.ts';
import { type ClosableResponse, isClosed } from './abort-on-close.ts';

class ResponseConnection implements ClientConnection {
  readonly #response: ClosableResponse;

  constructor(response: ClosableResponse) {
    this.#response = response;
  }

  isGone(): boolean {
    return isClosed(this.#response) && !this.#response.writableEnded;
  }

  onGone(listener: () => void): void {
    const response = this.#response;
    response.once('close', () => {
      if (!response.writableEnded) listener();
    });
  }
}

/** Returns the `connection` of a request on Node: whether its client has disconnected before the response was written. */
export function connectionOf(response: ClosableResponse): ClientConnection {
  return new ResponseConnection(response);
}
