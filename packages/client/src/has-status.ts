import { JsonApiError } from '@linkage/core';

/** Whether a thrown value is a `JsonApiError` with one of these statuses. */
export function hasStatus<const Status extends number>(
  error: unknown,
  ...statuses: readonly Status[]
): error is JsonApiError & { readonly status: Status } {
  return JsonApiError.is(error) && (statuses as readonly number[]).includes(error.status);
}
