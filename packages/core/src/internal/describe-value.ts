/**
 * Returns the beginning of a string from a client for use inside a message. Default: 100 characters. Replaces control
 * characters and line separators with spaces.
 */
export function truncate(text: string, maxLength: number = 100): string {
  const shown = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  // Control characters and lone surrogates would break the line or the encoding of the program that displays the
  // message.
  return shown.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

const MAX_NAME_LENGTH = 64;

/**
 * Whether this many insertions, deletions, replacements, and swaps of neighbors are enough to make one string of another.
 * The edits are two at most, so the time is linear in the length.
 */
function isNear(left: string, right: string, edits: number): boolean {
  const after = (fromLeft: 0 | 1 | 2, fromRight: 0 | 1 | 2, editsLeft: number): boolean =>
    isNear(left.slice(fromLeft), right.slice(fromRight), editsLeft);
  if (left === right) return true;
  if (left.at(0) === right.at(0)) return after(1, 1, edits);
  const isSwapped = left.at(0) === right.at(1) && left.at(1) === right.at(0);
  const rest = edits - 1;
  return rest >= 0 && (after(1, 0, rest) || after(0, 1, rest) || after(1, 1, rest) || (isSwapped && after(2, 2, rest)));
}

/**
 * Returns the name that a misspelled text most likely means, or undefined if no name is close. Ignores letter case.
 * Ignores strings of more than 64 characters, so the cost for each name is bounded.
 */
export function closestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > MAX_NAME_LENGTH) return undefined;
  const wanted = text.toLowerCase();
  let found: string | undefined;
  // Strings of one or two characters must be equal except for letter case, because every short text is close to them.
  let edits = Math.min(Math.floor(text.length / 3), 2);
  for (const name of names) {
    const lower = name.toLowerCase();
    for (; edits >= 0 && isNear(wanted, lower, edits); edits--) found = name;
  }
  return found;
}

/** Renders a value for use inside a message, short and on one line. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${truncate(value).replaceAll(/["\\]/g, '\\$&')}"`;
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty array';
    return `an array of ${value.length} element${value.length === 1 ? '' : 's'}`;
  }
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'symbol' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}

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
 * user can see: a suggestion reveals that the name exists.
 */
export function suggestName(text: string, names: Iterable<string>, quote: Quote = '`'): string {
  const name = closestName(text, names);
  return name === undefined ? '' : ` Did you mean ${quote}${name}${quote}?`;
}
