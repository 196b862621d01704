import type { DataDocument } from '@linkage/core';
import type { Preference } from '../request/preference.ts';

/** What an operation comes to, as values: the response turns them into header fields. Without a body it has none. */
export interface Outcome {
  readonly status: number;
  /** The URL of the resource that was created, or that a finished job has made. */
  readonly location?: string;
  /** The URL of the resource in the document, where it is not that of the request: the job of a write. */
  readonly contentLocation?: string;
  /** Whole seconds until a job should be fetched again. */
  readonly retryAfter?: string | undefined;
  /** The preference of the client that was honored, null for none; absent where no preference is looked at. */
  readonly preference?: Preference | null;
  /** The document as text, or as a value that becomes text. */
  readonly body?: string | DataDocument;
  /** The version of the one resource, or relationship, that the response is about. */
  readonly version?: string | undefined;
}
