import type { RecordId } from '@linkage/core';
import { pickMembers } from '@linkage/core/internal';

/** The version of a resource: a value that differs between any two states. A Date counts to the millisecond. */
export type ResourceVersion = string | number | bigint | Date | null;

/** The identity of a resource. */
export interface ResourceReference {
  readonly type: string;
  readonly id: RecordId;
}

/**
 * The result of a write that continues in the background. `accepted` identifies the job resource that reports the
 * progress.
 */
export interface Accepted {
  readonly accepted: ResourceReference;
}

/**
 * The progress of a job: the number of whole seconds before the next request, or the resource that a finished job
 * created.
 */
export type JobState = { readonly retryAfter: number } | { readonly done: ResourceReference } | undefined;

/** A job as it was read: with all members. */
export interface DeclaredJob {
  readonly retryAfter: number | undefined;
  readonly done: ResourceReference | undefined;
}

/** Whether a write continues in the background. A record with a field of this name also has an id. */
export function isAccepted(written: unknown): written is Accepted {
  if (typeof written !== 'object' || written === null) return false;
  const { accepted, id } = pickMembers(written as { accepted?: unknown; id?: unknown }, ['accepted', 'id']);
  return accepted !== undefined && id === undefined;
}
