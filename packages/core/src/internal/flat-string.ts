import { ownMembers } from './members.ts';

/** Joins strings to one flat string. A concatenated string would disable V8's fast path in `JSON.stringify`. */
export function joinFlat(first: string, second: string, third?: string): string {
  return (third === undefined ? [first, second] : [first, second, third]).join('');
}

/** Returns a flat copy of a string that was probably concatenated. */
export function copyFlat(text: string): string {
  const middle = text.length >> 1;
  return joinFlat(text.slice(0, middle), text.slice(middle));
}

/** Returns a copy of links with flat URLs. */
export function flatLinks(links: object): object {
  const result: Record<string, unknown> = {};
  for (const [name, link] of Object.entries(links)) {
    const { href } = ownMembers(link);
    if (typeof href === 'string') result[name] = { ...(link as object), href: copyFlat(href) };
    else result[name] = typeof link === 'string' ? copyFlat(link) : link;
  }
  return result;
}
