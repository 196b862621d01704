import type { AdditionalMembers } from './additional-members.ts';
import type { MetaObject } from './meta-object.ts';

/**
 * Names one resource: its type and its id.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export interface ResourceIdentifierObject<Type extends string = string> extends AdditionalMembers {
  readonly type: Type;
  readonly id: string;
  readonly meta?: MetaObject;
}

/**
 * Names a resource that the same request creates.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export interface LocalResourceIdentifierObject<Type extends string = string> extends AdditionalMembers {
  readonly type: Type;
  readonly id?: never;
  readonly lid: string;
  readonly meta?: MetaObject;
}
