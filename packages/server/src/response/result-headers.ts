import type { OperationResponse } from './operation-response.ts';

/** Returns the header fields for the result of an operation. */
export function resultHeaders(result: OperationResponse): Record<string, string> {
  const { location, contentLocation, retryAfter, preference } = result;
  const headers: Record<string, string> = {};
  if (location !== undefined) headers['Location'] = location;
  if (contentLocation !== undefined) headers['Content-Location'] = contentLocation;
  if (retryAfter !== undefined) headers['Retry-After'] = retryAfter;
  if (preference === undefined) return headers;
  // With another `Prefer`, the response would be different (RFC 7240, section 2).
  headers['Vary'] = 'Accept, Prefer';
  if (preference !== null) headers['Preference-Applied'] = `return=${preference}`;
  return headers;
}
