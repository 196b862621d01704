const FUTURE = /^[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/;
const GROUP = /^[0-9A-Fa-f]{1,4}$/;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** The maximum length of an address: six groups and an IPv4 address. */
const MAX_LENGTH = 45;

/** Returns the number of 16-bit groups in one half of an IPv6 address, or NaN if a group is invalid. */
function countGroups(half: string, canEndInIpv4: boolean): number {
  if (half === '') return 0;
  const groups = half.split(':');
  const last = groups.length - 1;
  let count = 0;
  for (const [index, group] of groups.entries()) {
    if (GROUP.test(group)) count += 1;
    else if (canEndInIpv4 && index === last && IPV4.test(group)) count += 2;
    else return Number.NaN;
  }
  return count;
}

/**
 * Whether a text is valid between the square brackets of a host: an IPv6 address, or an address of a later version (RFC
 * 3986, section 3.2.2).
 */
export function isIpLiteral(text: string): boolean {
  if (FUTURE.test(text)) return true;
  if (text.length > MAX_LENGTH) return false;
  const [front = '', back, ...more] = text.split('::');
  if (more.length > 0) return false;
  if (back === undefined) return countGroups(front, true) === 8;
  // Two colons represent one or more groups of zeros.
  return countGroups(front, false) + countGroups(back, true) <= 7;
}
