import type { Outcome } from './outcome.ts';

/** The header fields that say what an operation came to. */
export function outcomeHeaders(outcome: Outcome): Record<string, string> {
  const { location, contentLocation, retryAfter, preference } = outcome;
  const headers: Record<string, string> = {};
  if (location !== undefined) headers['Location'] = location;
  if (contentLocation !== undefined) headers['Content-Location'] = contentLocation;
  if (retryAfter !== undefined) headers['Retry-After'] = retryAfter;
  if (preference === undefined) return headers;
  // With another `Prefer` the answer would have been another one (RFC 7240, section 2).
  headers['Vary'] = 'Accept, Prefer';
  if (preference !== null) headers['Preference-Applied'] = `return=${preference}`;
  return headers;
}
