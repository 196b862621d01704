import { JsonApiError } from './json-api-error.ts';

const rejected = new WeakSet<object>();

/**
 * Whether a source created an error because of the data of a call, such as a unique value that is taken. If the application made the
 * call itself, the client did not send this data.
 */
export function isRejectedBySource(error: unknown): boolean {
  return JsonApiError.is(error) && rejected.has(error);
}

/** Records an error by which a source rejects the data of a call. Returns the error. */
export function recordRejection(error: unknown): unknown {
  if (!JsonApiError.is(error) || Number(error.status) >= 500) return error;
  // A conflict between transactions is not a fault of the data.
  if (error.errors.every(({ code }) => code !== 'WRITE_CONFLICT')) rejected.add(error);
  return error;
}

const reported = new WeakSet<object>();

/** Records the cause of an error that a client cannot repair, so that the server reports it, whatever the status. Returns the cause. */
export function recordReported<Cause extends object>(cause: Cause): Cause {
  reported.add(cause);
  return cause;
}

/** Whether the server reports the cause of an error. */
export function mustReport(cause: unknown): boolean {
  return reported.has(cause as object);
}
