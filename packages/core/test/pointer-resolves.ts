/** Whether a JSON Pointer leads to an existing value of `document` (RFC 6901, section 4). */
export function pointerResolves(document: unknown, pointer: string): boolean {
  if (pointer === '') return true;
  if (!pointer.startsWith('/')) return false;
  let value = document;
  for (const escaped of pointer.slice(1).split('/')) {
    if (/~(?![01])/.test(escaped)) return false;
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    // An array has elements only: `length` is its own property, but no value of the document.
    if (Array.isArray(value) && !/^\d+$/.test(key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
