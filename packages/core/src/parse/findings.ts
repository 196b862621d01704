import type { ErrorObject } from '../document/error-object.ts';
import type { ErrorCode } from '../error/error-code.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { problem } from '../error/problem.ts';
import { formatPointer } from '../internal/json-pointer.ts';

/** A place in the request document. */
export type Place = readonly (string | number)[];

/** The problems found in a request document so far. */
export interface Findings {
  report(code: ErrorCode, place: Place, detail: string): void;
  /** Whether no more problems are wanted: reading on would only cost time. */
  isFull(): boolean;
  /**
   * Ends the reading when there are problems.
   *
   * @throws {JsonApiError} All of them.
   */
  assertNone(): void;
}

/** The specification demands the status of these, whatever else is wrong with the request. */
const DEMANDED: ReadonlySet<ErrorCode> = new Set(['CLIENT_ID_FORBIDDEN', 'ID_CONFLICT', 'FIELD_READ_ONLY']);

/** Starts with no problems, and keeps at most as many. */
export function createFindings(most: number): Findings {
  const errors: ErrorObject[] = [];
  let status: number | undefined;
  return {
    report(code, place, detail) {
      if (errors.length >= most) return;
      const error = problem(code, detail, { source: { pointer: formatPointer(place) } });
      if (DEMANDED.has(code)) status ??= Number(error.status);
      errors.push(error);
    },
    isFull: () => errors.length >= most,
    assertNone() {
      if (errors.length > 0) throw new JsonApiError(errors, { status });
    },
  };
}

/**
 * Ends a reading that cannot go on.
 *
 * @throws {JsonApiError} All problems found.
 */
export function failed(findings: Findings): never {
  findings.assertNone();
  throw new Error('A reading failed without a problem to report.');
}
