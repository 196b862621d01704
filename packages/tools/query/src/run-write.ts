import { type Answer, hasStatus, type WriteOptions } from '@linkage/client';
import { checkKind, ownMember } from '@linkage/core/internal';
import { applyWrite, type ResourceChange } from './apply-change.ts';
import type { Cache } from './cache.ts';
import { cacheOf, keyOfMutation } from './mutation-key.ts';
import { runningWrites, startWrite } from './running-writes.ts';

export type Untyped = Readonly<Record<string, unknown>>;

/** The resource that a mutation changes. */
export interface ChangeTarget {
  readonly id: string;
  /** The entity tag that the resource must still have. */
  readonly ifMatch?: string | undefined;
}

/** Returns a member of variables that contains names and values: `attributes` or `relationships`. */
export function fieldsIn(variables: object, name: string): Untyped {
  return (ownMember(variables, name) ?? {}) as Untyped;
}

interface SplitVariables {
  readonly id: string;
  /** The variables without those that are options. */
  readonly input: Untyped;
  /** The input without the id. */
  readonly changes: Untyped;
}

/** The effect of a kind of write. */
export interface Operation {
  readonly key: readonly [type: string, operation: string, name?: string];
  readonly call: (variables: SplitVariables, options: WriteOptions) => Promise<Answer<unknown>>;
  /** Returns the change of a write. Without an answer, it is not known whether the server has made it. */
  readonly changeOf: (answer: Answer<unknown> | undefined, variables: ChangeTarget & Untyped) => ResourceChange;
}

/** The server has done nothing, for a reason that is not a change. */
const isRejected = (error: unknown): boolean => hasStatus(error, 400, 401, 403, 422);

/** Shows a write in a cache before its response arrives: once for each mutation. */
export type ShowEarly = (
  cache: Cache,
  client: { readonly baseUrl: string },
  key: Operation['key'],
  variables: ChangeTarget & Untyped,
  context: object,
) => Promise<void>;

/** The options of a mutation. */
export interface Given {
  readonly idempotencyKey?: true | undefined;
  readonly optimistic?: ShowEarly | undefined;
}

/** Sends a write, and applies it to the cache of its mutation. */
export async function runWrite(
  client: { readonly baseUrl: string },
  { key, call, changeOf }: Operation,
  variables: ChangeTarget & Untyped,
  context: unknown,
  { idempotencyKey: hasKey, optimistic, ...response }: Given,
): Promise<Answer<unknown>> {
  checkKind(`writes.${key[1]}`, 'variables', 'object', variables);
  const given = { __proto__: null, ...variables } as unknown as ChangeTarget & WriteOptions;
  const { idempotencyKey = hasKey && keyOfMutation(variables, context), ifMatch, ...input } = given;
  const { id, ...changes } = input;
  // An undefined tag is an error, and not a write without a condition.
  const options = { ...response, idempotencyKey, ...('ifMatch' in given && { ifMatch }) };
  const cache = cacheOf(context);
  if (cache === undefined) return call({ id, input, changes }, options);
  await optimistic?.(cache, client, key, variables, context as object);
  const write = startWrite(cache);
  const apply = (answer?: Answer<unknown>): Promise<void> =>
    applyWrite(cache, client, changeOf(answer, variables), write);
  const answer = await call({ id, input, changes }, options)
    .finally(() => runningWrites(cache).delete(write))
    .catch((error: unknown) => {
      if (!isRejected(error)) void apply();
      else if (optimistic) void applyWrite(cache, client, { kind: 'any' });
      throw error;
    });
  // 202: nothing has changed yet.
  if (answer.status !== 202) await apply(answer);
  return answer;
}
