import type { FilterTerm } from '../query/query.ts';
import {
  isTextOperator,
  type TextComparison,
  type TextOperator,
  textComparisonOf,
  type ValueOperator,
} from '../schema/filter-operator.ts';
import { compare, isAbsent } from './compare.ts';

/**
 * Returns a string with the letters A to Z in lower case. Other letters stay, because databases do not agree about them.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Up to this length of a value, searching it at each position of a string is fast enough. */
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

/** Returns the words of a string: letters, digits, and apostrophes between them. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}\p{M}\p{N}_]+)*/gu) ?? [];
}

/** Returns whether a string contains all words of a value. A value without words matches no string. */
function wordMatcher(value: string): (text: string) => boolean {
  const wanted = wordsOf(value.toLowerCase());
  return (text) => {
    const words = new Set(wanted.length === 0 ? [] : wordsOf(text.toLowerCase()));
    return words.size > 0 && wanted.every((word) => words.has(word));
  };
}

const matcherOfText: Readonly<Record<TextComparison['at'], (value: string) => (text: string) => boolean>> = {
  whole: (value) => (text) => text === value,
  anywhere: searcherOf,
  start: (value) => (text) => text.startsWith(value),
  end: (value) => (text) => text.endsWith(value),
};

/** Returns whether a value is a string that matches any of these values. A value that is not a string never matches. */
export function textMatcher(operator: TextOperator, values: readonly unknown[]): (actual: unknown) => boolean {
  const comparison = textComparisonOf(operator);
  const { at, ignoresCase } = comparison === 'words' ? { at: wordMatcher, ignoresCase: false } : comparison;
  const fold = ignoresCase ? lowerAscii : (text: string): string => text;
  const matcherOf = typeof at === 'string' ? matcherOfText[at] : at;
  const matchers = values.filter((value) => typeof value === 'string').map((value) => matcherOf(fold(value)));
  return (actual) => {
    if (typeof actual !== 'string') return false;
    const text = fold(actual);
    return matchers.some((matches) => matches(text));
  };
}

/** Returns whether a value is a list that contains any of these values. Null is not one of them. */
function elementMatcher(matches: (element: unknown) => boolean): (actual: unknown) => boolean {
  return (actual) => Array.isArray(actual) && actual.some((element) => !isAbsent(element) && matches(element));
}

type Order = (order: number) => boolean;

const orders: Readonly<Record<Exclude<ValueOperator, 'ne' | 'between'>, Order>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

/**
 * Whether the value of an attribute matches a condition. Every condition is true or false: `ne` is the opposite of `eq`, and
 * null equals null. All other operators never match null.
 *
 * @throws {TypeError} If the operator is unknown.
 */
export function matchesFilter(
  actual: unknown,
  { operator, values }: Pick<FilterTerm, 'operator' | 'values'>,
  compareValues: (actual: unknown, wanted: unknown) => number = compare,
): boolean {
  if (operator === 'ne') return !matchesFilter(actual, { operator: 'eq', values }, compareValues);
  if (operator !== 'eq' && isAbsent(actual)) return false;
  if (operator === 'between') {
    const [least, greatest] = values;
    if (isAbsent(least) || isAbsent(greatest)) return false;
    return compareValues(actual, least) >= 0 && compareValues(actual, greatest) <= 0;
  }
  if (isTextOperator(operator)) return textMatcher(operator, values)(actual);
  if (operator === 'has')
    return elementMatcher((it) => matchesFilter(it, { operator: 'eq', values }, compareValues))(actual);
  if (!Object.hasOwn(orders, operator)) throw new TypeError(`Unknown filter operator ${JSON.stringify(operator)}.`);
  // Null is neither less nor greater than any value.
  const known = operator === 'eq' ? values : values.filter((value) => !isAbsent(value));
  return known.some((value) => orders[operator](compareValues(actual, value)));
}

/** For more values in a condition, a lookup is faster than comparisons. */
const SMALL_LIST = 8;

/**
 * Returns `matchesFilter` for one condition and many records. Looks up values in a set, because clients choose the number of
 * values.
 */
export function matcherOf(term: Pick<FilterTerm, 'operator' | 'values'>): (actual: unknown) => boolean {
  const { operator, values } = term;
  if (operator === 'ne') {
    const equals = matcherOf({ operator: 'eq', values });
    return (actual) => !equals(actual);
  }
  if (isTextOperator(operator)) return textMatcher(operator, values);
  if (operator === 'has') return elementMatcher(matcherOf({ operator: 'eq', values }));
  const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
  if (operator !== 'eq' || values.length <= SMALL_LIST || !values.every(isPlain))
    return (actual) => matchesFilter(actual, term);
  const plain = new Set(values.map((value) => value ?? null));
  let times: ReadonlySet<number> | undefined;
  return (actual) => {
    if (actual instanceof Date) {
      times ??= new Set(values.map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)));
      return !Number.isNaN(actual.getTime()) && times.has(actual.getTime());
    }
    // NaN does not equal any value, but a set would find it.
    return !Number.isNaN(actual) && plain.has(actual ?? null);
  };
}
