import { errorObject, JsonApiError } from '@linkage/core';
import { secrets } from '../../../../core/test/leak-markers.ts';

/** A string that must not occur in any response. */
export const SECRET: string = secrets.fault;

/** When a call fails: without an effect, after its effect, or without an effect like all calls that follow it. */
export type When = 'before' | 'after' | 'from then on';

/** How a call fails: unexpectedly, with an error of the data source, or because another process has the lock for a moment. */
export type Kind = 'unknown' | 'unavailable' | 'busy';

/** Makes one call of a request fail. */
export interface Fault {
  /** Counts the calls from now on, and lets the call of this number fail; 0 for none. */
  readonly arm: (number: number, when: When, make: () => unknown) => void;
  /** Lets no further call fail. Returns the names of the calls that were counted. */
  readonly disarm: () => readonly string[];
  /** Runs a call, or makes it fail. */
  readonly run: <Result>(name: string, work: () => Result) => Result;
}

/** Creates a fault that is not armed: it runs every call and counts none. */
export function createFault(): Fault {
  let calls: string[] = [];
  let number = 0;
  let when: When = 'before';
  let make: () => unknown = () => new Error(SECRET);
  let isArmed = false;
  return {
    arm(at, then, error) {
      [calls, number, when, make, isArmed] = [[], at, then, error, true];
    },
    disarm() {
      isArmed = false;
      return calls;
    },
    run(name, work) {
      if (!isArmed) return work();
      calls.push(name);
      const isIt = calls.length === number;
      if (isIt ? when !== 'after' : when === 'from then on' && number > 0 && calls.length > number) throw make();
      const result = work();
      if (!isIt) return result;
      const error = make();
      if (!(result instanceof Promise)) throw error;
      return result.then(() => {
        throw error;
      }) as typeof result;
    },
  };
}

/** The errors of a source. */
export const sourceErrors: Readonly<Partial<Record<Kind, () => unknown>>> = {
  unknown: () => new Error(SECRET),
  unavailable: () =>
    new JsonApiError(errorObject('SERVICE_UNAVAILABLE', 'Send the request again.'), { cause: new Error(SECRET) }),
};

function sqliteError(errcode: number): Error {
  return Object.assign(new Error(`disk I/O error ${SECRET}`), { code: 'ERR_SQLITE_ERROR', errcode, errstr: SECRET });
}

/** The errors of the driver of SQLite. */
export const driverErrors: Readonly<Record<Kind, () => unknown>> = {
  unknown: () => new Error(SECRET),
  unavailable: () => sqliteError(10),
  busy: () => sqliteError(5),
};
