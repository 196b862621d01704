/**
 * Splits a path that begins with a slash and decodes each segment. Returns undefined if a segment is not
 * percent-encoded UTF-8.
 */
export function splitPath(path: string): readonly string[] | undefined {
  const segments = path.split('/').slice(1);
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
