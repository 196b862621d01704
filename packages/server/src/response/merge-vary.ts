import type { JsonApiResponse } from '../http.ts';

/** A header field as hosts keep it: a text, a list of texts, or nothing. */
type FieldValue = string | number | readonly string[] | null | undefined;

function namesIn(value: FieldValue): readonly string[] {
  if (value === undefined || value === null) return [];
  const names = String(value).split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/**
 * Returns header fields of a response with the `Vary` that the host has already set merged into theirs: each name once, in
 * any case, those of the host first. If either of them is `*`, the result is `*`.
 *
 * Without it, `Vary: Origin` of a CORS middleware is lost, and a cache gives an answer for one origin to another.
 *
 * @param set The value or values of `Vary` that the host has set.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5
 */
export function mergeVary(headers: JsonApiResponse['headers'], set: FieldValue): JsonApiResponse['headers'] {
  const names = new Map<string, string>();
  for (const name of [...namesIn(set), ...namesIn(headers['Vary'])]) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  if (names.size === 0) return headers;
  return { ...headers, Vary: names.has('*') ? '*' : [...names.values()].join(', ') };
}
