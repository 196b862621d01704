import { isReservedField } from './reserved-fields.ts';

/**
 * Returns the header fields of a `JsonApiError`, without those that the server sets itself.
 *
 * @throws {TypeError} If a name or a value cannot be sent. The cause is the `JsonApiError`.
 */
export function outgoingHeaders(thrown: { readonly headers: unknown }): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(thrown.headers ?? {}) as [string, unknown][]) {
    if (isReservedField(name, 'error')) continue; // sabotage: error-sets-header-fields-server
    const text = typeof value === 'number' ? String(value) : value;
    // sabotage: error-splits-response-line-feed
    if (!/^[\w-]+$/.test(name) || typeof text !== 'string' || !/^[ -~]*$/.test(text)) {
      const message = `JsonApiError: the header field ${JSON.stringify(name)} must have a valid name and a string of printable ASCII as its value.`;
      throw new TypeError(message, { cause: thrown });
    }
    headers[name] = text;
  }
  return headers;
}
