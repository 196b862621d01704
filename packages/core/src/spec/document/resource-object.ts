import type { AdditionalMembers } from './additional-members.ts';
import type { ResourceLinks } from './links-object.ts';
import type { MetaObject } from './meta-object.ts';
import type { RelationshipObject } from './relationship-object.ts';

/** The attributes of a resource by name. The values are any JSON values. */
export interface AttributesObject {
  readonly [name: string]: unknown;
}

/** The relationships of a resource by name. */
export interface RelationshipsObject {
  readonly [name: string]: RelationshipObject | undefined;
}

/**
 * A resource with its fields.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-objects
 */
export interface ResourceObject<
  Type extends string = string,
  Attributes extends object = AttributesObject,
  Relationships extends object = RelationshipsObject,
> extends AdditionalMembers {
  readonly type: Type;
  readonly id: string;
  readonly attributes?: Attributes;
  readonly relationships?: Relationships;
  readonly links?: ResourceLinks;
  readonly meta?: MetaObject;
}
