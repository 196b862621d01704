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
 * Whether a text is valid between the square brackets of a host: an IPv6 address, or an address of a later version (RFC
 * 3986, section 3.2.2).
 */
export function isIpLiteral(text: string): boolean {
  if (FUTURE.test(text)) return true;
  // An IPv4 address at the end represents two groups.
  return text.length <= MAX_LENGTH && IPV6.test(text.replace(IPV4_AT_END, ':0:0'));
}
