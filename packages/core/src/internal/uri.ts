const FUTURE = /^v[\da-f]+\.[a-z\d\-._~!$&'()*+,;=:]+$/i;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4_AT_END = new RegExp(`:${OCTET}(?:\\.${OCTET}){3}$`);

/** One group of 16 bits. */
const GROUP = '[\\da-f]{1,4}';
const EIGHT_GROUPS = `${GROUP}(?::{1,2}${GROUP}){7}`;
const GROUPS = `(?:${GROUP}(?::${GROUP})*)?`;
/** Eight groups, or two colons that represent one or more groups of zeros. */
const IPV6 = new RegExp(`^(?:${GROUP}(?::${GROUP}){7}|(?!:{0,2}${EIGHT_GROUPS})${GROUPS}::${GROUPS})$`, 'i');

/** The maximum length of an address: six groups and an IPv4 address. */
const MAX_LENGTH = 45;

/**
 * Whether a string is valid between the square brackets of a host: an IPv6 address, or an address of a later version (RFC
 * 3986, section 3.2.2).
 */
export function isIpLiteral(text: string): boolean {
  if (FUTURE.test(text)) return true;
  // An IPv4 address at the end represents two groups.
  return text.length <= MAX_LENGTH && IPV6.test(text.replace(IPV4_AT_END, ':0:0'));
}

/** Matches a percent sign that does not begin an escape. The other expressions treat a percent sign as a plain character. */
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

// No group repeats: the engine needs stack for each repetition, and a link can have any length.
const NAME = "[A-Za-z0-9\\-._~!$&'()*+,;=%]*";
const USER = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:%]*@)?";
const HOST = `(?:\\[(?<address>[^\\][/?#@]*)\\]|(?<name>${NAME}))`;
const AUTHORITY = `//${USER}${HOST}(?::\\d{0,5})?(?=[/?#]|$)`;
const PATH = "[A-Za-z0-9\\-._~!$&'()*+,;=:@/%]*";
const REST = "[A-Za-z0-9\\-._~!$&'()*+,;=:@/?%]*";
const BEHIND_SCHEME = `(?:${AUTHORITY}|(?!//))(?<path>${PATH})(?:\\?${REST})?(?:#${REST})?$`;

/** The grammar of RFC 3986, appendix A. Does not check escapes, and the text between the brackets of an address. */
const REFERENCE = new RegExp(`^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):|(?![^/?#]*:))${BEHIND_SCHEME}`);

/**
 * Additional requirements of widespread schemes (RFC 9110, section 4.2.1; RFC 8141, section 2; RFC 9562, section 4).
 */
const HOST_SCHEME = /^(?:https?|wss?)$/i;
const WRONG_URN = /^urn:(?!uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|(?!uuid:)[a-z\d][a-z\d-]{0,30}:.)/i;

const MAX_URI_LENGTH = 2048;

function hasValidParts(match: RegExpExecArray | null): boolean {
  if (match === null) return false;
  const { scheme = '', address, name = '', path = '' } = match.groups as Readonly<Record<string, string | undefined>>;
  if (address !== undefined) return isIpLiteral(address);
  if (HOST_SCHEME.test(scheme)) return name !== '';
  return !WRONG_URN.test(`${scheme}:${path}`);
}

/** Whether a string is a URI with a scheme (RFC 3986, section 3) of at most 2,048 characters. */
export function isUri(text: string): boolean {
  const match = text.length > MAX_URI_LENGTH || BROKEN_ESCAPE.test(text) ? null : REFERENCE.exec(text);
  return match?.groups?.scheme !== undefined && hasValidParts(match);
}

/** Matches most links: without a colon after the scheme, so only escapes remain to be checked. */
const PLAIN_REFERENCE =
  /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)|(?!\/\/))[A-Za-z0-9\-._~!$&'()*+,;=@/[\]%]*(?:\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]%]*)?(?:#[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*)?$/;

/** Matches the text before the path. */
const BEFORE_PATH = /^(?:[^/?#]*:)?(?:\/\/[^/?#]*)?/;

/**
 * Whether a string is a URI reference (RFC 3986, section 4.1), including relative references. Square brackets after the
 * authority do not have to be encoded.
 */
export function isUriReference(text: string): boolean {
  if (BROKEN_ESCAPE.test(text)) return false;
  if (PLAIN_REFERENCE.test(text)) return true;
  const behind = BEFORE_PATH.exec(text)?.[0].length ?? 0;
  const encoded = text.slice(0, behind) + text.slice(behind).replaceAll('[', '%5B').replaceAll(']', '%5D');
  return hasValidParts(REFERENCE.exec(encoded));
}
