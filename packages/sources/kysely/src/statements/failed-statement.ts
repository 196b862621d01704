/** The parameters of statements that failed, by error. */
const failed = new WeakMap<object, readonly unknown[]>();

/** Records the parameters of the statement that failed with an error. */
export function recordFailure(error: unknown, parameters: readonly unknown[]): void {
  if (error instanceof Error) failed.set(error, parameters);
}

/** Returns the parameters of the statement that failed with an error. Returns undefined for the error of another statement. */
export function parametersOfFailure(error: unknown): readonly unknown[] | undefined {
  return typeof error === 'object' && error !== null ? failed.get(error) : undefined;
}
