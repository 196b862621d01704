import { errorObject, JsonApiError } from '@linkage/core';
import { measureLoopDelay } from './loop-delay.ts';
import { canOverload, isLoopLimited, type OverloadLimits } from './overload-limits.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** The place of one request among all requests of a server. */
export interface Place {
  /** `accepted`: it can start when `turn` resolves. `rejected`: it must receive 503. */
  readonly state: 'accepted' | 'rejected';
  /** Resolves when the request can start, or has left. Rejects with 503 if a short request takes its place. Undefined if it does not have to wait. */
  readonly turn: Promise<void> | undefined;
  /** Ends the request, also while it waits. Further calls do nothing. */
  readonly leave: () => void;
}

/** Decides which requests start, wait, or receive 503. */
export interface Admission {
  /** @param isShort Returns whether the request is probably a short one. Called only if the server is busy. */
  readonly enter: (isShort: () => boolean) => Place;
}

/** Returns the error for a request that did not start. */
export function overloaded(): JsonApiError {
  const detail =
    'The server is busy and has not processed the request. Send it again after the number of seconds in `Retry-After`.';
  return new JsonApiError(errorObject('SERVICE_UNAVAILABLE', detail), { headers: { 'Retry-After': '1' } });
}

const rejected: Place = Object.freeze({ state: 'rejected', turn: undefined, leave: () => undefined });

/** Creates the admission of a server. Returns undefined if no limit is set, so that requests cost nothing more. */
export function createAdmission(limits: OverloadLimits): Admission | undefined {
  if (!canOverload(limits)) return undefined;
  const { concurrency, queue, loopDelay } = limits;
  const delay = isLoopLimited(loopDelay) ? measureLoopDelay() : undefined;
  const short = createWaitingLine();
  const long = createWaitingLine();
  let running = 0;

  const release = (): void => {
    // The next request takes over the place of this one, so a new request cannot overtake it.
    if (!short.callFirst() && !long.callFirst()) running--;
  };
  const start = (): Place => {
    running++;
    let isOver = false;
    const leave = (): void => {
      if (!isOver) release();
      isOver = true;
    };
    return { state: 'accepted', turn: undefined, leave };
  };
  const wait = (line: WaitingLine): Place => {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    let settle = (): void => undefined;
    let drop = (): void => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      settle = resolve;
      drop = () => reject(overloaded());
    });
    const call = (): void => {
      state = 'running';
      settle();
    };
    const quit = line.join(call, () => {
      state = 'over';
      drop();
    });
    const leave = (): void => {
      const before = state;
      state = 'over';
      if (before === 'running') release();
      if (before !== 'waiting') return;
      quit();
      settle();
    };
    return { state: 'accepted', turn, leave };
  };
  return {
    enter(isShort) {
      if (delay !== undefined && delay.read() > loopDelay) return rejected;
      if (running < concurrency) return start();
      const isFull = short.length() + long.length() >= queue;
      if (isFull && long.length() === 0) return rejected;
      if (!isShort()) return isFull ? rejected : wait(long);
      if (isFull) long.dropLast();
      return wait(short);
    },
  };
}
