import { isUri } from '../../internal/uri.ts';

/**
 * Non-standard meta-information: members with any names and JSON values.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export interface MetaObject {
  readonly [member: string]: unknown;
}

/** Members that applied extensions define, `namespace:name`. */
export interface ExtensionMembers {
  readonly [member: `${string}:${string}`]: unknown;
}

/**
 * Members that every object of a document can have besides its own: members of applied extensions, and at-members.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names-at-members
 */
export interface AdditionalMembers extends ExtensionMembers {
  readonly [member: `@${string}`]: unknown;
}

/** Matches a registered relation type. All other relation types are URIs (RFC 8288, section 2.1). */
const REGISTERED = /^[A-Za-z][A-Za-z0-9.-]*$/;

/** Whether a value is a link relation type. */
export function isLinkRelation(value: unknown): boolean {
  return typeof value === 'string' && (REGISTERED.test(value) || isUri(value));
}

/**
 * Matches the syntax of a language tag (RFC 5646, section 2.1): language, script, region, variants, extensions, and private use.
 * Does not check whether the subtags exist.
 */
const TAG =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?$/i;
/** Matches tags of private use, and the registered tags that have another syntax. */
const OTHER_TAG =
  /^(?:x(?:-[a-z\d]{1,8})+|en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-(?:fr|nl)|ch-de))$/i;

/** A longer text is invalid: a regular expression that repeats groups exceeds the stack for a string of some megabytes. */
const MAX_TAG_LENGTH = 2048;

/** Whether a value has the syntax of a language tag. */
export function isLanguageTag(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TAG_LENGTH && (TAG.test(value) || OTHER_TAG.test(value));
}

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
