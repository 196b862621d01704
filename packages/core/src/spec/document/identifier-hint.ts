import { ownMember } from '../../internal/is-object.ts';

/**
 * Returns a sentence with a leading space if an object in the position of a relationship object looks like a resource
 * identifier object. Otherwise returns an empty string.
 */
export function identifierHint(relationship: object): string {
  const isIdentifier =
    ownMember(relationship, 'type') !== undefined &&
    (ownMember(relationship, 'id') !== undefined || ownMember(relationship, 'lid') !== undefined);
  return isIdentifier ? ' Did you mean `{ "data": { "type": …, "id": … } }`?' : '';
}
