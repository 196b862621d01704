import { closestName } from './closest-name.ts';

/** The number of names that a list shows. */
export const MAX_LISTED = 10;

/** Backticks for names that a developer declares, double quotes for resource types. */
export type Quote = '`' | '"';

/** Returns quoted names, by default separated by commas: the first ten, then the number of the others. */
export function listNames(
  names: readonly string[],
  quote: Quote = '`',
  separator: string = ', ',
  lastSeparator: string = ', and ',
): string {
  const listed = names.slice(0, MAX_LISTED).map((name) => quote + name + quote);
  const others = names.length > MAX_LISTED ? `${lastSeparator}${names.length - MAX_LISTED} more` : '';
  return listed.join(separator) + others;
}

/** Returns quoted resource types as alternatives: the first ten, then the number of the others. */
export function listTypes(types: readonly string[]): string {
  return listNames(types, '"', ' or ', ' or ');
}

/**
 * Returns a "Did you mean" sentence with a leading space, or an empty string if no name is close. Pass only names that the
 * caller can see: a suggestion reveals that the name exists.
 */
export function suggestName(text: string, names: Iterable<string>, quote: Quote = '`'): string {
  const name = closestName(text, names);
  return name === undefined ? '' : ` Did you mean ${quote}${name}${quote}?`;
}
