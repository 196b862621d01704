/**
 * Matches an encoded letter, digit, hyphen, full stop, or underscore, which no URL needs. Not the tilde, which some functions
 * encode.
 */
const NEEDLESS = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9A])/i;

/**
 * Splits a path that begins with a slash and decodes each segment. Returns undefined if a segment is not
 * percent-encoded UTF-8, or encodes a character that needs no encoding: a check of the host for `/users` does not notice
 * `/%75sers`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2
 */
export function splitPath(path: string): readonly string[] | undefined {
  const segments = path.split('/').slice(1);
  if (!path.includes('%')) return segments;
  if (NEEDLESS.test(path)) return undefined;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
