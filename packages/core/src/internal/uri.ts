import { parse } from 'uri-js';

/** Absolute references of plain ASCII with no percent sign, bracket or port need no parser: most links are of this kind. */
const PLAIN_URI = /^[a-z][a-z0-9+.-]{0,30}:\/\/[A-Za-z0-9.-]+(?:\/[A-Za-z0-9\-._~!$&'()*+,;=:@/]*)?$/;

const NAME = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*";
const USER = "(?:(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?";
const PATH = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*";
const REST = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*";

/** The characters of a URI, part by part (RFC 3986, appendix A). The parser repairs what it reads, so it refuses too little. */
const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://${USER}(?:\\[[0-9A-Fa-f:.]+\\]|${NAME})(?::\\d{0,5})?(?=[/?#]|$)|(?!//))${PATH}(?:\\?${REST})?(?:#${REST})?$`,
);

const LONGEST_URI = 2048;

/** Whether text is a URI with a scheme (RFC 3986, section 3), of at most 2,048 characters. */
export function isUri(text: string): boolean {
  if (text.length > LONGEST_URI) return false;
  return PLAIN_URI.test(text) || (URI.test(text) && parse(text).error === undefined);
}

/** Most links: no percent sign and no colon behind the scheme, so that nothing is left to be checked. */
const PLAIN_REFERENCE =
  /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)|(?!\/\/))[A-Za-z0-9\-._~!$&'()*+,;=@/[\]]*(?:\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]]*)?(?:#[A-Za-z0-9\-._~!$&'()*+,;=:@/?]*)?$/;

/** The same with percent escapes, without a scheme or with one whose parser looks at the host alone. */
const ESCAPED_REFERENCE =
  /^(?:https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)|(?!\/\/))(?:[A-Za-z0-9\-._~!$&'()*+,;=@/]|%[\dA-Fa-f]{2})*(?:\?(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2})*)?$/;

const REFERENCE = new RegExp(
  `^(?:[A-Za-z][A-Za-z0-9+.-]*:|(?![^/?#]*:))(?://${USER}(?:\\[[0-9A-Fa-f:.]+\\]|${NAME})(?::\\d{0,5})?(?=[/?#]|$)|(?!//))${PATH}(?:\\?${REST})?(?:#${REST})?$`,
);

/** What stands before the path. */
const AUTHORITY = /^(?:[^/?#]*:)?(?:\/\/[^/?#]*)?/;

/**
 * Whether text is a URI reference (RFC 3986, section 4.1), relative ones included. Square brackets behind the authority
 * are taken as if they were encoded.
 */
export function isUriReference(text: string): boolean {
  if (PLAIN_REFERENCE.test(text) || ESCAPED_REFERENCE.test(text)) return true;
  const behind = AUTHORITY.exec(text)?.[0].length ?? 0;
  const encoded = text.slice(0, behind) + text.slice(behind).replaceAll('[', '%5B').replaceAll(']', '%5D');
  return REFERENCE.test(encoded) && (encoded.length > LONGEST_URI || parse(encoded).error === undefined);
}
