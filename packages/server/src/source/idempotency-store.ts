import type { Awaitable, SourceCall } from './data-source.ts';

/** The response to a request, as it is repeated. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a response without a document. */
  readonly body?: string | undefined;
}

/** The claim of one request on a key. */
export interface IdempotencyClaim {
  /** Who sends the key: keys of two callers never meet. */
  readonly scope: string;
  readonly key: string;
  /** Names the request that holds the claim. Each request has another one. */
  readonly owner: string;
  /** A hash of the request: equal for requests that are the same. */
  readonly fingerprint: string;
  /** Until then, no other request can take the key, unless this one gives the key back. */
  readonly leaseUntil: Date;
  /** Until then, the key and its answer are kept. */
  readonly keepUntil: Date;
}

/** A key that another request has taken before. */
export interface TakenKey {
  readonly fingerprint: string;
  /** Undefined while that request runs. */
  readonly answer: StoredAnswer | undefined;
}

/** Where a server keeps idempotency keys, and the answers to their requests. */
export interface IdempotencyStore {
  /**
   * Takes a key outside of any transaction, so that other requests see it at once. Returns `taken`, or what is known of the
   * request that took it before. A claim without an answer whose lease has run out must be replaced.
   */
  begin(claim: IdempotencyClaim, call: SourceCall): Awaitable<'taken' | TakenKey>;
  /**
   * Stores the answer, in the transaction of `call` if it has one. Must throw if the claim of this owner does not exist any
   * more: another request has taken the key, so that what this one writes must be taken back.
   */
  complete(claim: IdempotencyClaim, answer: StoredAnswer, call: SourceCall): Awaitable<void>;
  /** Gives the key back if this owner has it, and it has no answer. */
  abandon(claim: IdempotencyClaim): Awaitable<void>;
  /** What the store has in common with sources that share its transactions, like `transactionScope` of a source. */
  readonly transactionScope?: unknown;
  /** Begins a transaction that sources of the same scope join. Without it, answers are stored apart from the write. */
  transaction?<Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call): Promise<Result>;
}
