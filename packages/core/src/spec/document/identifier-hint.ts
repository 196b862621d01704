import type { Members } from '../../internal/own-members.ts';

/** The form of a relationship object with a resource identifier object. */
export const IDENTIFIER_FORM = '`{ "data": { "type": …, "id": … } }`';

/**
 * Returns a sentence with a leading space if an object in the position of a relationship object looks like a resource
 * identifier object. Otherwise returns an empty string.
 */
export function identifierHint({ type, id, lid }: Members): string {
  const isIdentifier = type !== undefined && (id !== undefined || lid !== undefined);
  return isIdentifier ? ` Did you mean ${IDENTIFIER_FORM}?` : '';
}
