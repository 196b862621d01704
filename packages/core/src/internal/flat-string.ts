import { isObject, ownMember } from './is-object.ts';

/** Joins texts to one flat string. A concatenated string would disable V8's fast path in `JSON.stringify`. */
export function joinFlat(first: string, second: string, third?: string): string {
  return (third === undefined ? [first, second] : [first, second, third]).join('');
}

/** Returns a flat copy of a text that was probably concatenated. */
export function copyFlat(text: string): string {
  const middle = text.length >> 1;
  return joinFlat(text.slice(0, middle), text.slice(middle));
}

function hasText<Name extends string>(object: object, name: Name): object is { readonly [Key in Name]: string } {
  return typeof ownMember(object, name) === 'string';
}

/** Returns a copy of links with flat URLs. */
export function flatLinks(links: object): object {
  const result: Record<string, unknown> = {};
  for (const [name, link] of Object.entries(links)) {
    if (typeof link === 'string') result[name] = copyFlat(link);
    else result[name] = isObject(link) && hasText(link, 'href') ? { ...link, href: copyFlat(link.href) } : link;
  }
  return result;
}
