/**
 * Returns a JSON Pointer to a value in a document (RFC 6901, section 3). Without segments, it points to the whole
 * document.
 */
export function formatPointer(segments: readonly (string | number)[]): string {
  let pointer = '';
  for (const segment of segments) {
    pointer += `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return pointer;
}
