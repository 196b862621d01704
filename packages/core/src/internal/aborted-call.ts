/** The member of a call that throws the reason if its result is no longer needed. */
export const CHECK: unique symbol = Symbol('check');

/**
 * Throws if the result of a call is no longer needed. The server creates the signal of a call when something reads it: this does not.
 *
 * @throws {unknown} The reason of the signal.
 */
export function assertNotAborted(call: {
  readonly context: unknown;
  readonly signal: { throwIfAborted(): void };
  readonly [CHECK]?: () => void;
}): void {
  if (call[CHECK] === undefined) call.signal.throwIfAborted();
  else call[CHECK]();
}
