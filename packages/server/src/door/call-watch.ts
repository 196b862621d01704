import type { SourceCall } from '../sources/data-source.ts';
import type { Deadline } from './deadline.ts';
import type { SpanEnd } from './observe/hooks.ts';

/** A span whose methods do not throw. */
export type SafeSpan = {
  readonly run: <Result>(work: () => Result) => Result;
  readonly end: (end: SpanEnd) => void;
};

/** Monitors the source calls of a request. */
export interface CallWatch {
  readonly deadline: Deadline;
  readonly sourceTime: number;
  /** Whether hooks, access rules, or endpoints of the application can run in transactions. */
  readonly runsApplication: boolean;
  /** Records that a source has written something. */
  readonly onWrite: (call: SourceCall) => void;
  /** Records that the writes of a transaction are undone. */
  readonly onRollback: (call: SourceCall) => void;
  /** Starts the span of a call. Returns undefined if the request is not traced. */
  readonly startCall: (type: string, method: string) => SafeSpan | undefined;
}
