import { memberOf } from '../internal/members.ts';

function namesIn(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const names = String(value).split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/**
 * Merges the `Vary` that the framework has already set into the headers of a response. Each name appears once,
 * regardless of its case; the names of the framework are first. If either is `*`, the result is `*`.
 *
 * Without the merge, the `Vary: Origin` of a CORS middleware would be lost, and a cache could return a response for one
 * origin to another.
 *
 * @param set The value or values of `Vary` that the framework has set.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5
 */
export function mergeVary(
  headers: Readonly<Record<string, string>>,
  set: string | number | readonly string[] | null | undefined,
): Readonly<Record<string, string>> {
  // Most frameworks have set nothing, and the names of the server are unique.
  if (set === undefined) return headers;
  const names = new Map<string, string>();
  for (const name of [...namesIn(set), ...namesIn(memberOf(headers, 'Vary'))]) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  if (names.size === 0) return headers;
  return { ...headers, Vary: names.has('*') ? '*' : [...names.values()].join(', ') };
}
