import type { ChangeDirection } from '../change.ts';

interface Used {
  readonly write: unknown;
  readonly read?: boolean;
}

/**
 * Returns the direction of a change of a field, or `undefined` if no message contains the field. What only one version has, is a change
 * of its own.
 */
export function directionOf(before: Used, after: Used): ChangeDirection | undefined {
  const inRequests = before.write !== false && after.write !== false;
  const inResponses = before.read !== false && after.read !== false;
  if (inRequests && inResponses) return 'both';
  if (inRequests) return 'request';
  return inResponses ? 'response' : undefined;
}
