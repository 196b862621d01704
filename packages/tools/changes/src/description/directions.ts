import type { ChangeDirection } from '../change.ts';

/** Which messages contain a field. */
export interface FieldUse {
  readonly inRequests: boolean;
  readonly inResponses: boolean;
}

/** Returns the direction of a change of a field, or `undefined` if no message contains the field. */
export function directionOf({ inRequests, inResponses }: FieldUse): ChangeDirection | undefined {
  if (inRequests && inResponses) return 'both';
  if (inRequests) return 'request';
  return inResponses ? 'response' : undefined;
}

/** Returns how both versions of a field are used: what only one version has, is a change of its own. */
export function commonUse(
  before: { readonly write: unknown; readonly read?: boolean },
  after: { readonly write: unknown; readonly read?: boolean },
): FieldUse {
  return {
    inRequests: before.write !== false && after.write !== false,
    inResponses: before.read !== false && after.read !== false,
  };
}
