import type { ErrorObject } from '../document/error-object.ts';
import type { ErrorCode } from '../error/error-code.ts';
import { problem } from '../error/problem.ts';
import { formatPointer } from '../internal/json-pointer.ts';

/** A place in the request document. */
export type Place = readonly (string | number)[];

/** The problems found in a request document so far. */
export interface Findings {
  readonly errors: ErrorObject[];
  report(code: ErrorCode, place: Place, detail: string): void;
}

/** Starts with no problems. */
export function createFindings(): Findings {
  const errors: ErrorObject[] = [];
  return {
    errors,
    report(code, place, detail) {
      errors.push(problem(code, detail, { source: { pointer: formatPointer(place) } }));
    },
  };
}
