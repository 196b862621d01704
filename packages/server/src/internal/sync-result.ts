import { isPromiseLike } from './is-promise-like.ts';

const ignore = (): void => undefined;

/**
 * Returns what a hook of the application returned that must answer at once.
 *
 * @param where The hook, such as `cacheControl`; begins the message.
 * @throws {TypeError} If the hook returned a promise. Its rejection is handled, because an unhandled one can end the process.
 */
export function syncResult<Result>(result: Result, where: string): Result {
  if (!isPromiseLike(result)) return result;
  Promise.resolve(result).catch(ignore);
  throw new TypeError(`${where} must return a value, but it returned a promise: the server does not wait for it.`);
}

/** Like `syncResult`, also for the members of an object that a hook returned. */
export function syncMembers<Result>(result: Result, where: string): Result {
  syncResult(result, where);
  if (typeof result !== 'object' || result === null) return result;
  for (const [name, value] of Object.entries(result)) syncResult(value, `${where}: ${name}`);
  return result;
}
