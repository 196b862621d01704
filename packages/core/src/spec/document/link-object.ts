import { isUri } from '../../internal/uri.ts';

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

/** A longer text is invalid: a regular expression that repeats groups exceeds the stack for a text of some megabytes. */
const MAX_TAG_LENGTH = 2048;

/** Whether a value has the syntax of a language tag. */
export function isLanguageTag(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TAG_LENGTH && (TAG.test(value) || OTHER_TAG.test(value));
}
