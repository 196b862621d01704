import type { RecordId } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';

/** What a resource is at one time: it differs between any two states of it. A Date counts to the millisecond. */
export type ResourceVersion = string | number | bigint | Date | null;

/** The identity of a resource. */
export interface ResourceReference {
  readonly type: string;
  readonly id: RecordId;
}

/** What a write answers that goes on in the background: the resource that tells how far it is, a job. */
export interface Accepted {
  readonly accepted: ResourceReference;
}

/** How far a job is: asked again after so many whole seconds, or done with what it made. */
export type JobState = { readonly retryAfter: number } | { readonly done: ResourceReference } | undefined;

/** Whether a write goes on in the background. A record with a field of this name has an id as well. */
export function isAccepted(written: unknown): written is Accepted {
  if (typeof written !== 'object' || written === null) return false;
  return fieldOf(written, 'accepted') !== undefined && fieldOf(written, 'id') === undefined;
}
