import { describeValue } from '../internal/describe-value.ts';
import { oncePer } from '../internal/once-per.ts';
import { others, strings } from './asynchronous-schema.ts';
import { resultAtOnce } from './schema-result.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * An operator of a filter. `eq` matches if any of the values is equal, and `ne` if `eq` does not match. `between` has
 * two values, which are included. `has` matches a list that contains any of the values, and `search` a string that contains all words
 * of one. The operators with `i` compare the letters A to Z without case.
 *
 * Each condition is true or false: null equals null, so `ne` matches null if no value is null. All other operators
 * never match null.
 */
export type FilterOperator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'between'
  | 'has'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'search'
  | 'iEq'
  | 'iContains'
  | 'iStartsWith'
  | 'iEndsWith';

/** The operators that compare strings only. */
export type TextOperator =
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'search'
  | 'iEq'
  | 'iContains'
  | 'iStartsWith'
  | 'iEndsWith';

/** The operators that an attribute has only if it declares them: they look for values in a list, and for words in a string. */
export type DeclaredOperator = 'has' | 'search';

/** The operators with a list of values, and those with two. The others have one. */
export type ListOperator = 'eq' | 'ne' | 'has' | 'iEq';
export type PairOperator = 'between';

/** The operators that values of a type support without a declaration: those for strings only if a value can be a string. */
export type OperatorFor<Value> = unknown extends Value
  ? UndeclaredOperator
  : [Extract<Value, string>] extends [never]
    ? ValueOperator
    : UndeclaredOperator;

type UndeclaredOperator = Exclude<FilterOperator, DeclaredOperator>;

/** The operators that compare a value with the given ones: neither parts of strings, nor elements of lists. */
export type ValueOperator = Exclude<FilterOperator, TextOperator | DeclaredOperator>;

/** How an operator compares strings: where the given text stands, and whether the letters A to Z match in both cases. */
export interface TextComparison {
  readonly at: 'whole' | 'anywhere' | 'start' | 'end';
  readonly ignoresCase: boolean;
}

/** The operators that compare values of any kind. */
const valueOperators: Readonly<Record<ValueOperator, true>> = {
  eq: true,
  ne: true,
  lt: true,
  le: true,
  gt: true,
  ge: true,
  between: true,
};

const declaredOperators: Readonly<Record<DeclaredOperator, true>> = { has: true, search: true };

/** How each operator for strings compares them: their characters, or their words. */
const textComparisons: Readonly<Record<TextOperator, TextComparison | 'words'>> = {
  contains: { at: 'anywhere', ignoresCase: false },
  startsWith: { at: 'start', ignoresCase: false },
  endsWith: { at: 'end', ignoresCase: false },
  search: 'words',
  iEq: { at: 'whole', ignoresCase: true },
  iContains: { at: 'anywhere', ignoresCase: true },
  iStartsWith: { at: 'start', ignoresCase: true },
  iEndsWith: { at: 'end', ignoresCase: true },
};

/** The operators that take several values, as requests spell them. A list is separated by commas. A table of its own: a client needs no other. */
const severalValues: ReadonlyMap<string, 'two' | 'list'> = new Map(
  Object.entries({ eq: 'list', ne: 'list', has: 'list', iEq: 'list', in: 'list', between: 'two' } satisfies Record<
    ListOperator | PairOperator | 'in',
    'two' | 'list'
  >),
);

/** The operators of filters, in the order in which error messages list them. What must know all operators is a `Record`. */
export const filterOperators: readonly FilterOperator[] = Object.keys({
  ...valueOperators,
  has: true,
  ...textComparisons,
} satisfies Record<FilterOperator, unknown>) as FilterOperator[];

/** Whether a value is the name of an operator. */
export function isFilterOperator(name: unknown): name is FilterOperator {
  return filterOperators.includes(name as FilterOperator);
}

/** Whether an operator compares strings only. Its values are strings, whatever the schema of the attribute accepts. */
export function isTextOperator(operator: string): operator is TextOperator {
  return Object.hasOwn(textComparisons, operator);
}

/** Whether an attribute has an operator only if it declares it. */
export function isDeclaredOperator(operator: string): operator is DeclaredOperator {
  return Object.hasOwn(declaredOperators, operator);
}

/** Returns how many values an operator takes, as a request spells it: one, or several with commas between them. */
export function valuesTaken(spelling: string): 'one' | 'two' | 'list' {
  return severalValues.get(spelling) ?? 'one';
}

/** Returns how an operator compares strings. */
export function textComparisonOf(operator: TextOperator): TextComparison | 'words' {
  return textComparisons[operator];
}

/** Whether a schema accepts a value, and returns a value of the expected kind. */
export function accepts(schema: StandardSchema, value: unknown, isExpected: (output: unknown) => boolean): boolean {
  try {
    const read = resultAtOnce(schema, value);
    return read !== undefined && read.issues === undefined && isExpected(read.value);
  } catch {
    return false;
  }
}

/**
 * Whether the values of a schema can be strings, so that text operators have a meaning. A Standard Schema does not declare
 * this, so the schema is called with examples: it has no strings if it accepts other values, but none of the strings.
 */
export const hasStrings: (schema: StandardSchema) => boolean = oncePer((schema) => {
  const takesText = strings.some((text) => accepts(schema, text, (output) => typeof output === 'string'));
  return takesText || !others.some((value) => accepts(schema, value, (output) => typeof output !== 'string'));
});

/**
 * Reads the option `filter` of an attribute.
 *
 * @throws {TypeError} If the option is an array that is empty or contains an unknown operator, or one for strings while the schema has none.
 */
export function readOperators(
  where: string,
  option: unknown,
  schema: StandardSchema,
): readonly FilterOperator[] | undefined {
  if (typeof option === 'boolean') return undefined;
  const unknown = Array.isArray(option) ? option.findIndex((name) => !isFilterOperator(name)) : 0;
  if (Array.isArray(option) && option.length > 0 && unknown === -1) {
    const ofStrings = option.find(isTextOperator);
    if (ofStrings !== undefined && !hasStrings(schema))
      throw new TypeError(`${where}: \`filter\` must not contain \`${ofStrings}\`, because its schema has no strings.`);
    return Object.freeze([...new Set(option)]);
  }
  const isList = Array.isArray(option) && option.length > 0;
  const given = isList ? `it contains ${describeValue(option[unknown])}` : `it is ${describeValue(option)}`;
  throw new TypeError(
    `${where}: \`filter\` must be true, false, or an array of operators such as \`eq\` and \`contains\`, but ${given}.`,
  );
}
