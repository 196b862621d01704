/** How often a part is repeated that can be repeated any number of times. */
const SOME = 1;
/** Longer strings are of no use as samples. */
const MAX_TEXT = 100;
const classes: Readonly<Record<string, string>> = { d: '7', w: 'a', s: ' ', t: '\t', n: '\n' };

/**
 * Returns a string that a regular expression of a JSON Schema matches. It knows characters, classes, groups, alternatives, and quantifiers;
 * undefined for other expressions.
 */
export function textOfPattern(pattern: string): string | undefined {
  let at = 0;
  const next = (): string => pattern.charAt(at++);

  function alternatives(): string {
    let text = '';
    let first: string | undefined;
    while (at < pattern.length && pattern.charAt(at) !== ')') {
      if (pattern.charAt(at) === '|') {
        first ??= text;
        text = '';
        at++;
      } else text += repeated(part());
    }
    return first ?? text;
  }

  function part(): string {
    const character = next();
    if (character === '(') {
      if (pattern.startsWith('?:', at)) at += 2;
      const inner = alternatives();
      at++;
      return inner;
    }
    if (character === '[') return ofClass();
    if (character === '.') return 'a';
    if (character === '^' || character === '$') return '';
    return character === '\\' ? escaped() : character;
  }

  function escaped(): string {
    const character = next();
    return classes[character] ?? character;
  }

  /** Returns the first character of a class, or one that a negated class does not contain. */
  function ofClass(): string {
    const isNegated = pattern.charAt(at) === '^';
    if (isNegated) at++;
    const character = next();
    const first = character === '\\' ? escaped() : character;
    const start = at;
    while (at < pattern.length && next() !== ']') if (pattern.charAt(at - 1) === '\\') at++;
    const others = pattern.slice(start, at - 1);
    return isNegated ? ([...'aZ0 -_'].find((it) => it !== first && !others.includes(it)) ?? 'a') : first;
  }

  function repeated(text: string): string {
    const quantifier = /^(?:[?*+]|\{(\d{1,4})(?:,\d{0,4})?\})\??/.exec(pattern.slice(at, at + 12));
    if (quantifier === null) return text;
    at += quantifier[0].length;
    const [sign, least] = quantifier;
    const times = least === undefined ? (sign.startsWith('+') ? SOME : 0) : Number(least);
    return text.repeat(Math.min(times, MAX_TEXT)).slice(0, MAX_TEXT);
  }

  const text = alternatives();
  try {
    return text.length < MAX_TEXT && new RegExp(pattern, 'u').test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
