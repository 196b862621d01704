/** A JSON Pointer to a place inside a document (RFC 6901, section 3). No segments point at the whole document. */
export function formatPointer(segments: readonly (string | number)[]): string {
  let pointer = '';
  for (const segment of segments) {
    pointer += `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return pointer;
}
