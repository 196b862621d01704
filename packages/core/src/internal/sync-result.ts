import { isPromise } from './awaitable.ts';
import { ignoreRejection } from './ignore-rejection.ts';

/**
 * Returns the result of an application's hook that must be synchronous.
 *
 * @param where The name of the hook, such as `cacheControl`, for error messages.
 * @throws {TypeError} If the hook returned a promise. Its rejection is handled, because an unhandled rejection can end
 * the process.
 */
export function syncResult<Result>(result: Result, where: string): Result {
  if (!isPromise(result)) return result;
  ignoreRejection(result);
  throw new TypeError(`${where} must return a value, but it returned a promise: the server does not wait for it.`);
}

/** Like `syncResult`, but also checks the members of an object that a hook returned. */
export function syncMembers<Result>(result: Result, where: string): Result {
  syncResult(result, where);
  if (typeof result !== 'object' || result === null) return result;
  for (const [name, value] of Object.entries(result)) syncResult(value, `${where}: ${name}`);
  return result;
}
