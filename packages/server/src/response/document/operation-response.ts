import type { DataDocument, DocumentStream } from '@linkage/core';
import type { Preference } from '../../request/preference.ts';

/**
 * The result of an operation, as plain values. The response converts them to headers. Without a body, the
 * response is empty.
 */
export interface OperationResponse {
  readonly status: number;
  /** The URL of the created resource, or of the resource that a finished job created. */
  readonly location?: string;
  /** The URL of the resource in the document, if it differs from the request URL: the job of a write. */
  readonly contentLocation?: string;
  /** The number of whole seconds until the client should fetch a job again. */
  readonly retryAfter?: string | undefined;
  /** The preference that the server applied, or null for none. Absent if the operation does not support preferences. */
  readonly preference?: Preference | null;
  /** The document: as text, or as a value to serialize. */
  readonly body?: string | DataDocument;
  /** The document as text that is created while it is read, in place of `body`. */
  readonly stream?: DocumentStream;
  /** The hash of what determines the document together with the version. Absent if only the document itself determines it. */
  readonly form?: string | undefined;
  /** The version of the resource or relationship in the response. */
  readonly version?: string | undefined;
}

/** Returns the preference that the response to a create or update request applies, or null. */
export function honoredPreference(
  { preference }: { readonly preference: Preference | undefined },
  isMinimal: boolean,
): Preference | null {
  return preference !== undefined && isMinimal === (preference === 'minimal') ? preference : null;
}
