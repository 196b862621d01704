import { createIdempotencyKey } from '@linkage/client';
import { isObject, ownMembers } from '@linkage/core/internal';
import type { Cache, CachedMutation } from './cache.ts';

/** The value that a mutation passes to its functions: the same object for each repetition. */
export interface MutationContext {
  readonly client?: Cache | undefined;
}

/** The part of a paused mutation that a cache keeps, also when it is stored. */
export interface KeptKey {
  readonly idempotencyKey: string;
}

const keys: WeakMap<object, string> = new WeakMap();

/** Returns the cache of a mutation. Undefined for a call by hand. */
export function cacheOf(context: unknown): Cache | undefined {
  return ownMembers(context).client as Cache | undefined;
}

/** Returns the mutation of a cache that has begun last with some variables, and not ended. */
export function runningMutation(variables: object, cache: Cache | undefined): CachedMutation | undefined {
  const mutations = cache?.getMutationCache().getAll();
  return mutations?.findLast(({ state }) => state.status === 'pending' && state.variables === variables);
}

/** Returns the idempotency key of a mutation: each of its requests has the same one. */
export function keyOfMutation(variables: object, context: unknown): string {
  const owner = isObject(context) ? context : {};
  const kept = ownMembers(runningMutation(variables, cacheOf(context))?.state.context).idempotencyKey;
  const key = keys.get(owner) ?? (kept as string | undefined) ?? createIdempotencyKey();
  keys.set(owner, key);
  return key;
}
