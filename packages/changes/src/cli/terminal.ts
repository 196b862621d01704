/** The streams of a command: those of the process, or those of a test. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** A mistake in how a command was called: shown without a stack, with exit status 2. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { isUsage: true });
}

/** Whether an error is about how a command was called. */
export function isUsageError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return 'isUsage' in error || (error as { readonly code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
}
