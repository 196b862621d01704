import type { AdditionalMembers } from './additional-members.ts';
import type { MetaObject } from './meta-object.ts';

/**
 * A link with more information than its URL.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export interface LinkObject extends AdditionalMembers {
  /** A URI reference. */
  readonly href: string;
  readonly rel?: string;
  readonly describedby?: Link;
  readonly title?: string;
  /** The expected media type of the target. */
  readonly type?: string;
  /** One or more expected language tags of the target (RFC 5646). */
  readonly hreflang?: string | readonly string[];
  readonly meta?: MetaObject;
}

/** A URI reference, or a link object that contains a URI reference. */
export type Link = string | LinkObject;

/**
 * The links of a paginated collection. A null link means that the page does not exist.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-pagination
 */
export interface PaginationLinks extends AdditionalMembers {
  readonly first?: Link | null;
  readonly last?: Link | null;
  readonly prev?: Link | null;
  readonly next?: Link | null;
}

/** @see https://jsonapi.org/format/1.1/#document-top-level */
export interface TopLevelLinks extends PaginationLinks {
  readonly self?: Link;
  readonly related?: Link;
  readonly describedby?: Link;
}

/** @see https://jsonapi.org/format/1.1/#document-resource-object-links */
export interface ResourceLinks extends AdditionalMembers {
  readonly self?: Link;
}

/** @see https://jsonapi.org/format/1.1/#document-resource-object-relationships */
export interface RelationshipLinks extends PaginationLinks {
  readonly self?: Link;
  readonly related?: Link;
}

/** @see https://jsonapi.org/format/1.1/#error-objects */
export interface ErrorLinks extends AdditionalMembers {
  readonly about?: Link;
  /** A profile can require an array of URIs. */
  readonly type?: Link | readonly string[];
}
