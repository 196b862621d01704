import type { Api } from '@linkage/core';
import { type Awaitable, andThen, orElse } from '@linkage/core/internal';
import type { SourceCall } from '../port/data-source.ts';
import type { CallRequest } from '../port/source-call.ts';

/** A span whose methods do not throw. */
export type SafeSpan = {
  readonly run: <Result>(work: () => Result) => Result;
  readonly end: (end: { readonly failed: boolean }) => void;
};

/** The time limit of a request, as calls of sources use it. */
export interface CallDeadline {
  /**
   * Waits for a source call for at most this many milliseconds (0: no limit), and never beyond the time limit of the
   * request. Ignores a result that arrives later.
   */
  wait<Result>(work: PromiseLike<Result>, milliseconds: number, what: string): Promise<Result>;
}

/** Monitors the source calls of a request. */
export interface CallWatch extends CallRequest, CallDeadline {
  readonly server: {
    /** The API with all fields. */
    readonly api: Api;
    readonly limits: { readonly sourceTime: number };
    readonly isObserved: boolean;
  };
  readonly runsApplication: boolean;
  /** Records that a source has written something. */
  onWrite(call: SourceCall): void;
  /** Records that the writes of a transaction are undone. */
  onRollback(call: SourceCall): void;
  /** Reports a failure that the client does not notice. */
  report(failure: unknown): void;
  /** Starts the span of a call. Returns undefined if the request is not traced. */
  startCall(type: string, method: string): SafeSpan | undefined;
}

/** Runs work, and ends its span when the work has ended. */
export function endOf<Result>(span: SafeSpan, work: () => Awaitable<Result>): Awaitable<Result> {
  const end = (result: Result): Result => {
    span.end({ failed: false });
    return result;
  };
  return orElse(
    () => andThen(work(), end),
    (reason) => {
      span.end({ failed: true });
      throw reason;
    },
  );
}
