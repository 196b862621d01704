import type { ClientConnection } from '../http.ts';

/** The part of Node's `ServerResponse` that an adapter requires. */
export interface ClosableResponse {
  /** Missing for responses of `node:http2`, which have a stream. */
  readonly destroyed?: boolean;
  readonly stream?: { readonly destroyed: boolean } | undefined;
  readonly writableEnded: boolean;
  once(event: 'close', listener: () => void): unknown;
}

class ResponseConnection implements ClientConnection {
  readonly #response: ClosableResponse;

  constructor(response: ClosableResponse) {
    this.#response = response;
  }

  isGone(): boolean {
    const { destroyed, stream, writableEnded } = this.#response;
    return (destroyed ?? stream?.destroyed ?? false) && !writableEnded;
  }

  onGone(listener: () => void): void {
    const response = this.#response;
    response.once('close', () => {
      if (!response.writableEnded) listener();
    });
  }
}

/**
 * Returns the `connection` of a request on Node: whether it closed before the response was written. Does not watch the request, which closes as
 * soon as its body has been read.
 */
export function connectionOf(response: ClosableResponse): ClientConnection {
  return new ResponseConnection(response);
}
