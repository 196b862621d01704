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
