import { isPromise } from './awaitable.ts';

/** Handles the rejection of a promise whose result is not used, because an unhandled rejection can end the process. */
export function ignoreRejection(value: unknown): void {
  if (isPromise(value)) Promise.resolve(value).catch(() => undefined);
}
