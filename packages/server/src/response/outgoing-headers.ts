/** Header fields that the server sets itself, and those that describe how a body is transferred. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
  'vary',
]);

/**
 * Returns the header fields of a `JsonApiError` that can be sent. Adds a sentence to `problems` for each that cannot.
 * Fields that the server sets itself are omitted.
 */
export function outgoingHeaders(given: unknown, problems: string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given ?? {}) as [string, unknown][]) {
    if (OWN_HEADERS.has(name.toLowerCase())) continue;
    const text = typeof value === 'number' ? String(value) : value;
    const isValid = /^[\w-]+$/.test(name) && typeof text === 'string' && /^[ -~]*$/.test(text);
    if (isValid) headers[name] = text;
    else
      problems.push(
        `The header field ${JSON.stringify(name)} must have a valid name and printable ASCII as its value.`,
      );
  }
  return headers;
}
