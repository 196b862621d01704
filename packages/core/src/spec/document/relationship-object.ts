import type { AdditionalMembers } from './additional-members.ts';
import type { RelationshipLinks } from './links-object.ts';
import type { MetaObject } from './meta-object.ts';
import type { ResourceIdentifierObject } from './resource-identifier-object.ts';

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
