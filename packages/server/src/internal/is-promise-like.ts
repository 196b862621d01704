/** Whether a value is a promise. */
export function isPromiseLike<Result>(value: Result | Promise<Result>): value is Promise<Result> {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}
