import { type Answer, hasStatus, type WriteOptions } from '@linkage/client';
import { checkKind, ownMember } from '@linkage/core/internal';
import { applyWrite, type ResourceChange } from './apply-change.ts';
import { nameOf } from './held-resources.ts';
import { cacheOf, keyOfMutation } from './mutation-key.ts';
import { keepWrite } from './own-writes.ts';
import { runningWrites, startWrite } from './running-writes.ts';

export type Untyped = Readonly<Record<string, unknown>>;

/** The resource that a mutation changes. */
export interface Target {
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

/** What a kind of write does. */
export interface Operation {
  readonly key: readonly [type: string, operation: string, relationship?: string];
  readonly call: (variables: SplitVariables, options: WriteOptions) => Promise<Answer<unknown>>;
  /** Returns the change of a write. Without an answer, it is not known whether the server has made it. */
  readonly changeOf: (answer: Answer<unknown> | undefined, variables: Target & Untyped) => ResourceChange;
}

/** The server has done nothing, for a reason that is not a change. */
const isRefused = (error: unknown): boolean => hasStatus(error, 400, 401, 403, 415, 422, 428, 429);

/** Sends a write, and applies it to the cache of its mutation. */
export async function runWrite(
  client: { readonly baseUrl: string },
  { key: [type, name], call, changeOf }: Operation,
  variables: Target & Untyped,
  context: unknown,
  hasKey: true | undefined,
): Promise<Answer<unknown>> {
  checkKind(`writes.${name}`, 'variables', 'object', variables);
  const { idempotencyKey = hasKey && keyOfMutation(variables, context), ...given } = {
    __proto__: null,
    ...variables,
  } as unknown as Target & WriteOptions;
  const { ifMatch, ...input } = given;
  const { id, ...changes } = input;
  // An undefined tag is an error, and not a write without a condition.
  const options = { idempotencyKey, ...(Object.hasOwn(given, 'ifMatch') ? { ifMatch } : {}) };
  const cache = cacheOf(context);
  if (cache === undefined) return call({ id, input, changes }, options);
  const hasLinks = name !== 'update' || Object.keys(fieldsIn(variables, 'relationships')).length > 0;
  const write = startWrite(cache, hasLinks ? undefined : nameOf({ type, id }));
  const apply = (answer?: Answer<unknown>): Promise<void> => {
    runningWrites(cache).delete(write);
    const change = changeOf(answer, variables);
    const left = change.kind === 'delete' ? 'deleted' : answer?.etag;
    if (answer && left !== undefined) keepWrite(cache, nameOf(change.resource), left);
    return applyWrite(cache, client, change, write);
  };
  try {
    const answer = await call({ id, input, changes }, options);
    // 202: nothing has changed yet.
    if (answer.status !== 202) await apply(answer);
    return answer;
  } catch (error) {
    if (!isRefused(error)) void apply();
    throw error;
  } finally {
    runningWrites(cache).delete(write);
  }
}
