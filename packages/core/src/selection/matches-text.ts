import { type TextComparison, type TextOperator, textComparisonOf } from '../schema/filter-operator.ts';

/**
 * Returns a text with the letters A to Z in lower case. Other letters stay, because databases do not agree about them.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Up to this length of a value, searching it at each position of a text is fast enough. */
const SHORT = 32;

/**
 * Returns a search in linear time. `includes` can compare the whole value at each position of the text, and clients choose
 * the value.
 */
function searcherOf(value: string): (text: string) => boolean {
  if (value.length <= SHORT) return (text) => text.includes(value);
  // Knuth, Morris, and Pratt: the length of the beginning of the value that also ends at each of its positions.
  const borders = new Uint32Array(value.length);
  let length = 0;
  for (let index = 1; index < value.length; index++) {
    while (length > 0 && value.charCodeAt(index) !== value.charCodeAt(length)) length = borders[length - 1] as number;
    if (value.charCodeAt(index) === value.charCodeAt(length)) length++;
    borders[index] = length;
  }
  return (text) => {
    let matched = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      while (matched > 0 && unit !== value.charCodeAt(matched)) matched = borders[matched - 1] as number;
      if (unit === value.charCodeAt(matched)) matched++;
      if (matched === value.length) return true;
    }
    return false;
  };
}

const matcherOfText: Readonly<Record<TextComparison['at'], (value: string) => (text: string) => boolean>> = {
  whole: (value) => (text) => text === value,
  anywhere: searcherOf,
  start: (value) => (text) => text.startsWith(value),
  end: (value) => (text) => text.endsWith(value),
};

/** Returns whether a value is a text that matches any of these values. A value that is not a text never matches. */
export function textMatcher(operator: TextOperator, values: readonly unknown[]): (actual: unknown) => boolean {
  const { at, ignoresCase } = textComparisonOf(operator);
  const fold = ignoresCase ? lowerAscii : (text: string): string => text;
  const matchers = values.filter((value) => typeof value === 'string').map((value) => matcherOfText[at](fold(value)));
  return (actual) => {
    if (typeof actual !== 'string') return false;
    const text = fold(actual);
    return matchers.some((matches) => matches(text));
  };
}
