import type { Awaitable, SourceCall } from './data-source.ts';

/** The stored response to a request. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a response without a document. */
  readonly body?: string | undefined;
}

/** The claim of one request to a key. */
export interface IdempotencyClaim {
  /** Identifies the user: keys of different users are independent. At most 255 characters of well-formed Unicode, without U+0000. */
  readonly user: string;
  readonly key: string;
  /** Identifies the request that holds the claim. Unique for each request. */
  readonly owner: string;
  /** A hash of the request: equal requests have equal hashes. */
  readonly fingerprint: string;
  /** Until this time, no other request can take the key, unless this request releases it. */
  readonly leaseUntil: Date;
  /** Until this time, the key and its response are kept. */
  readonly keepUntil: Date;
}

/** A key that an earlier request has taken. */
export interface TakenKey {
  readonly fingerprint: string;
  /** Undefined while the earlier request runs. */
  readonly answer: StoredAnswer | undefined;
}

/** Stores idempotency keys and the responses to their requests. */
export interface IdempotencyStore {
  /**
   * Takes a key outside of any transaction, so that other requests see it immediately. Returns `taken`, or the claim of
   * the earlier request. Must replace a claim without a response whose lease has expired.
   */
  begin(claim: IdempotencyClaim, call: SourceCall): Awaitable<'taken' | TakenKey>;
  /**
   * Stores the response, in the transaction of `call` if it has one. Must throw if the claim of this owner no longer
   * exists: another request has taken the key, so the write of this request must be rolled back.
   */
  complete(claim: IdempotencyClaim, answer: StoredAnswer, call: SourceCall): Awaitable<void>;
  /** Releases the key if this owner holds it and it has no response. */
  abandon(claim: IdempotencyClaim): Awaitable<void>;
  /** The group of sources whose transactions the store shares, like `transactionGroup` of a source. */
  readonly transactionGroup?: unknown;
  /**
   * Begins a transaction that sources of the same group join. Without it, responses are stored separately from the
   * write.
   */
  transaction?<Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call): Promise<Result>;
}
