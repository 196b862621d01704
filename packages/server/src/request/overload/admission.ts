import type { JsonApiError } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
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

/** The facts about a new request. Called only if they are needed. */
export interface NewRequest {
  /** Whether the request is probably a short one. */
  readonly isShortRequest: () => boolean;
  /** The sources that the request concerns: requests of one database wait for it together. */
  readonly database: () => unknown;
}

/** Decides which requests start, wait, or receive 503. */
export interface Admission {
  readonly enter: (request: NewRequest) => Place;
}

const rejections = new WeakSet<object>();

/** Whether an error rejects a request because of the limits of the server. */
export function isOverloaded(error: unknown): boolean {
  return rejections.has(error as object);
}

/** Returns the error for a request that did not start. */
export function overloaded(): JsonApiError {
  const error = rejection('SERVICE_UNAVAILABLE.busy', {}, undefined, { headers: { 'Retry-After': '1' } });
  rejections.add(error);
  return error;
}

const rejected: Place = Object.freeze({ state: 'rejected', turn: undefined, leave: () => undefined });

/** The requests of one database. */
interface Lane {
  running: number;
  readonly short: WaitingLine;
  readonly long: WaitingLine;
}

/**
 * Returns the part of a limit that one database can use: three quarters if there are several, so that a slow database does
 * not stop requests for the others.
 */
function shareOf(limit: number, databases: number): number {
  if (databases < 2 || limit < 2 || limit === Number.POSITIVE_INFINITY) return limit;
  return limit - Math.max(1, Math.floor(limit / 4));
}

/**
 * Creates the admission of a server. Returns undefined if no limit is set, so that requests cost nothing more.
 *
 * @param databases The number of databases of its sources.
 */
export function createAdmission(limits: OverloadLimits, databases: number): Admission | undefined {
  if (!canOverload(limits)) return undefined;
  const { concurrency, queue, loopDelay } = limits;
  const delay = isLoopLimited(loopDelay) ? measureLoopDelay() : undefined;
  const share = shareOf(concurrency, databases);
  const queueShare = share === concurrency ? queue : shareOf(queue, databases);
  const lanes = new Map<unknown, Lane>();
  /** The lanes in the order in which they receive places. */
  let turns: Lane[] = [];
  let running = 0;
  /** The number of requests that have joined a line and not left it. Most of the time, no request waits. */
  let waiting = 0;

  const createLane = (database: unknown): Lane => {
    const lane = { running: 0, short: createWaitingLine(), long: createWaitingLine() };
    lanes.set(database, lane);
    turns.push(lane);
    return lane;
  };
  const waitingIn = ({ short, long }: Lane): number => short.length() + long.length();
  const release = (lane: Lane): void => {
    running--;
    lane.running--;
    if (waiting === 0) return;
    // The next request takes over the place of this one, so a new request cannot overtake it.
    const open = turns.filter((it) => it.running < share);
    const next = open.find((it) => it.short.length() > 0) ?? open.find((it) => it.long.length() > 0);
    if (next === undefined) return;
    turns = [...turns.filter((it) => it !== next), next];
    running++;
    next.running++;
    if (!next.short.callFirst()) next.long.callFirst();
  };
  const wait = (lane: Lane, line: WaitingLine): Place => {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    let settle = (): void => undefined;
    let drop = (): void => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      settle = resolve;
      drop = () => reject(overloaded());
    });
    const call = (): void => {
      waiting--;
      state = 'running';
      settle();
    };
    waiting++;
    const quit = line.join(call, () => {
      waiting--;
      state = 'over';
      drop();
    });
    const leave = (): void => {
      const before = state;
      state = 'over';
      if (before === 'running') release(lane);
      if (before !== 'waiting') return;
      waiting--;
      quit();
      settle();
    };
    return { state: 'accepted', turn, leave };
  };
  return {
    enter({ isShortRequest, database }) {
      if (delay !== undefined && delay.read(running) > loopDelay) return rejected;
      const key = databases < 2 ? undefined : database();
      const lane = lanes.get(key) ?? createLane(key);
      if (running < concurrency && lane.running < share) {
        running++;
        lane.running++;
        let isOver = false;
        const leave = (): void => {
          if (!isOver) release(lane);
          isOver = true;
        };
        return { state: 'accepted', turn: undefined, leave };
      }
      const { short, long } = lane;
      const isFull = waiting >= queue || waitingIn(lane) >= queueShare;
      if (isFull && long.length() === 0) return rejected;
      if (!isShortRequest()) return isFull ? rejected : wait(lane, long);
      if (isFull) long.dropLast();
      return wait(lane, short);
    },
  };
}
