import { isUri } from '../../internal/uri.ts';

/** Matches a registered relation type. All other relation types are URIs (RFC 8288, section 2.1). */
const REGISTERED = /^[A-Za-z][A-Za-z0-9.-]*$/;

/** Whether a value is a link relation type. */
export function isLinkRelation(value: unknown): boolean {
  return typeof value === 'string' && (REGISTERED.test(value) || isUri(value));
}

/** Matches the syntax of a language tag (RFC 5646, section 2.1). Does not check whether the subtags exist. */
const TAG = /^(?:[A-Za-z]{2,8}|[XxIi](?=-))(?:-[A-Za-z0-9]{1,8})*$/;

/** Whether a value has the syntax of a language tag. */
export function isLanguageTag(value: unknown): boolean {
  return typeof value === 'string' && TAG.test(value);
}
