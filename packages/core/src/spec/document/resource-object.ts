import type { Members } from '../../internal/members.ts';
import type { AdditionalMembers, MetaObject, RelationshipLinks, ResourceLinks } from './links-object.ts';

/**
 * Resource linkage: null or one identifier for to-one, an array of identifiers for to-many.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export type ResourceLinkage = ResourceIdentifierObject | null | readonly ResourceIdentifierObject[];

/**
 * A relationship of a resource. Contains at least one of links, data, and meta.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export interface RelationshipObject<Linkage extends ResourceLinkage = ResourceLinkage> extends AdditionalMembers {
  readonly links?: RelationshipLinks;
  /** Absent if the linkage is not loaded. */
  readonly data?: Linkage;
  readonly meta?: MetaObject;
}

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
