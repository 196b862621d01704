/** Encodes a name or an id as one segment of a path. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Encodes an id as a segment of a path, which contains ASCII letters, digits, and hyphens unchanged. */
export function idSegment(id: string): string {
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    // In lower case, a letter has bit 0x20.
    const letter = code | 0x20;
    const isPlain = (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
    if (!isPlain || code > 0x7a) return pathSegment(id);
  }
  return id;
}

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
