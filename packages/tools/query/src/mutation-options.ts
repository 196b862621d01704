import type { GetQuery } from '@linkage/client';
import type { Api, TypeName } from '@linkage/core';
import type { ShowEarly } from './run-write.ts';

/** Options of all calls of a mutation. */
export interface MutationOptions {
  /** Whether each mutation has an idempotency key. Requests that repeat it, also after a pause, have the same one. */
  readonly idempotencyKey?: true | undefined;
}

/** Options of mutations that can be shown before the server has responded. */
export interface OptimisticOptions extends MutationOptions {
  /** `optimistic` of this package: queries show the change at once, and what they had before if it fails. */
  readonly optimistic?: ShowEarly | undefined;
}

/** Options of mutations whose response contains the resource. */
export type ResourceMutationOptions<A extends Api, Type extends TypeName<A>> = MutationOptions &
  Pick<GetQuery<A, Type>, 'include' | 'fields'>;

/** A key of one mutation, in its variables. */
export interface Keyed {
  readonly idempotencyKey?: string | undefined;
}
