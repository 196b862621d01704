import type { Answer, Exchange, SentRequest } from '../target/exchange.ts';
import { placeOf } from './paths.ts';

/** Stops a run whose server does not respond any more, so that it does not wait for each request of each case. */
export interface Silence {
  readonly note: (exchange: Exchange) => void;
  /** Returns why a request is not sent; undefined if the server responds. */
  readonly rejectionOf: (
    request: SentRequest,
    look: (method: 'GET', url: string) => Promise<Answer | undefined>,
    baseUrl: string,
  ) => Promise<string | undefined>;
  /** Forgets the failures. */
  readonly forget: () => void;
}

const MAX_IN_A_ROW = 3;
const MAX_AT_ONE_PLACE = 2;
const MAX_IN_ALL = 10;

const keyOf = ({ method, url }: SentRequest): string => `${method} ${placeOf(url)}`;

/** Creates the memory of requests without a response. */
export function createSilence(): Silence {
  const places = new Map<string, number>();
  let [inARow, inAll] = [0, 0];
  let isSilent = false;
  return {
    note({ request, response, isCostly }) {
      inARow = response === undefined ? inARow + 1 : 0;
      if (isCostly !== true) return;
      inAll++;
      places.set(keyOf(request), (places.get(keyOf(request)) ?? 0) + 1);
    },
    async rejectionOf(request, look, baseUrl) {
      if (inAll >= MAX_IN_ALL)
        return `The server did not respond to ${inAll} requests in time, so the tests send no more.`;
      // A server can drop the connection of a malformed request, and still serve others.
      if (inARow >= MAX_IN_A_ROW && !isSilent) isSilent = (await look('GET', baseUrl)) === undefined;
      if (isSilent) return 'The server does not respond any more, so the tests send no more requests.';
      if ((places.get(keyOf(request)) ?? 0) < MAX_AT_ONE_PLACE) return undefined;
      return `${keyOf(request)} did not get a response in time before, so the tests do not send it again.`;
    },
    forget() {
      places.clear();
      [inARow, inAll, isSilent] = [0, 0, false];
    },
  };
}
