import type { Exchange, SentRequest } from '../target/exchange.ts';
import { methodOf } from './rejection.ts';

/** A wait that the server asked for. */
export interface Wait {
  readonly seconds: number;
  readonly url: string;
}

/** Sends requests at the pace that the server asks for: 429 and `Retry-After`. */
export interface Patience {
  /** Sends a request, and again after each 429, since such a response says that nothing was done. After 503, POST is not sent again. */
  readonly send: (request: SentRequest) => Promise<Exchange>;
  /** Why no more requests are sent; undefined if the server accepts them. */
  readonly rejection: () => string | undefined;
  /** Waits again, to clean up. */
  readonly forget: () => void;
}

const MAX_TRIES = 5;
/** Seconds for one request. A server that asks for more does not want to be tested now. */
const MAX_SECONDS = 120;

/** Returns the seconds that `Retry-After` names, as a number or as a date; without it, a time that grows. */
function secondsOf(value: string | undefined, tries: number): number {
  if (value === undefined) return 2 ** tries;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 2 ** tries;
}

/** Creates the patience of a run. `onWait` is called before each wait. */
export function createPatience(
  send: (request: SentRequest) => Promise<Exchange>,
  onWait: (wait: Wait) => void,
): Patience {
  let rejection: string | undefined;
  return {
    async send(request) {
      let waited = 0;
      for (let tries = 0; ; tries++) {
        const exchange = await send(request);
        const { status, headers } = exchange.response ?? {};
        // A proxy can answer for a server that went on: a second POST could create a second resource.
        const isPaused = status === 503 && headers?.['retry-after'] !== undefined;
        const isBusy = status === 429 || (isPaused && methodOf(request) !== 'POST');
        if (!isBusy || rejection !== undefined) return exchange;
        const seconds = secondsOf(headers?.['retry-after'], tries);
        if (tries + 1 >= MAX_TRIES || waited + seconds > MAX_SECONDS) {
          rejection = `The server still returned ${status} after ${Math.round(waited)} seconds of waiting, so the tests send no more.`;
          return exchange;
        }
        onWait({ seconds, url: request.url });
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        waited += seconds;
      }
    },
    rejection: () => rejection,
    forget() {
      rejection = undefined;
    },
  };
}
