import type { JsonApiRequest } from '../http.ts';

/**
 * Returns a header field of a request, regardless of the letter case of its name. Several lines become one list (RFC
 * 9110, section 5.3).
 */
export function headerOf(request: JsonApiRequest, name: string): string | undefined {
  let found: string | undefined;
  for (const key of Object.keys(request.headers)) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const value = request.headers[key];
    const text = typeof value === 'object' ? value.join(', ') : value;
    if (text !== undefined) found = found === undefined ? text : `${found}, ${text}`;
  }
  return found;
}
