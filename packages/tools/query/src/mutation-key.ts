import { createIdempotencyKey } from '@linkage/client';
import { isObject, ownMember, ownMembers } from '@linkage/core/internal';
import type { Cache } from './cache.ts';

/** What a mutation passes to its functions: the same object for each repetition. */
export interface MutationContext {
  readonly client?: Cache | undefined;
}

/** What a cache keeps of a mutation that is paused, also when it is stored. */
export interface KeptKey {
  readonly idempotencyKey: string;
}

const keys: WeakMap<object, string> = new WeakMap();

/** Returns the cache of a mutation. Undefined for a call by hand. */
export function cacheOf(context: unknown): Cache | undefined {
  return isObject(context) ? (ownMember(context, 'client') as Cache | undefined) : undefined;
}

/** Returns the key of a mutation that was stored while it was paused. */
function storedKey(variables: object, context: unknown): string | undefined {
  const mutations = cacheOf(context)?.getMutationCache().getAll() ?? [];
  const { context: kept } =
    mutations.find(({ state }) => state.status === 'pending' && state.variables === variables)?.state ?? {};
  return ownMembers(kept).idempotencyKey as string | undefined;
}

/** Returns the idempotency key of a mutation: each of its requests has the same one. */
export function keyOfMutation(variables: object, context: unknown): string {
  const owner = isObject(context) ? context : {};
  const key = keys.get(owner) ?? storedKey(variables, context) ?? createIdempotencyKey();
  keys.set(owner, key);
  return key;
}
