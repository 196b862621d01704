import type { Members } from '../../internal/members.ts';
import type { AdditionalMembers } from './additional-members.ts';
import type { MetaObject } from './meta-object.ts';

/**
 * Identifies one resource by its type and id.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export interface ResourceIdentifierObject<Type extends string = string> extends AdditionalMembers {
  readonly type: Type;
  readonly id: string;
  readonly meta?: MetaObject;
}

/**
 * Identifies a resource that the same request creates.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export interface LocalResourceIdentifierObject<Type extends string = string> extends AdditionalMembers {
  readonly type: Type;
  readonly id?: never;
  readonly lid: string;
  readonly meta?: MetaObject;
}

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
