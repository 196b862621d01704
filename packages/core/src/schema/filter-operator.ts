import { describeValue } from '../internal/describe-value.ts';
import { oncePer } from '../internal/once-per.ts';
import { others, texts } from './asynchronous-schema.ts';
import { resultAtOnce } from './schema-result.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * An operator of a filter. `eq` matches if any of the values is equal, and `ne` if `eq` does not match. `between` has
 * two values, which are included. The operators with `i` compare the letters A to Z without case.
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
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'iEq'
  | 'iContains'
  | 'iStartsWith'
  | 'iEndsWith';

/** The operators that compare texts only. */
export type TextOperator = 'contains' | 'startsWith' | 'endsWith' | 'iEq' | 'iContains' | 'iStartsWith' | 'iEndsWith';

/** The operators with a list of values, and those with two. The others have one. */
export type ListOperator = 'eq' | 'ne' | 'iEq';
export type PairOperator = 'between';

/** The operators that values of a type support: those for texts only if a value can be a text. */
export type OperatorFor<Value> = unknown extends Value
  ? FilterOperator
  : [Extract<Value, string>] extends [never]
    ? Exclude<FilterOperator, TextOperator>
    : FilterOperator;

/** The operators that compare a value with the given ones, all except those of texts. */
export type ValueOperator = Exclude<FilterOperator, TextOperator>;

/** How an operator compares texts: where the given text stands, and whether the letters A to Z match in both cases. */
export interface TextComparison {
  readonly at: 'whole' | 'anywhere' | 'start' | 'end';
  readonly ignoresCase: boolean;
}

/** The number of values that an operator takes, and how it compares texts. A list is separated by commas. */
type OperatorForm<Operator> = {
  readonly takes: Operator extends ListOperator ? 'list' : Operator extends PairOperator ? 'two' : 'one';
} & (Operator extends TextOperator ? { readonly text: TextComparison } : { readonly text?: undefined });

/** Each operator, in the order in which error messages list them. What must know all operators reads this table, or is a `Record`. */
export const operatorForms: { readonly [Operator in FilterOperator]: OperatorForm<Operator> } = {
  eq: { takes: 'list' },
  ne: { takes: 'list' },
  lt: { takes: 'one' },
  le: { takes: 'one' },
  gt: { takes: 'one' },
  ge: { takes: 'one' },
  between: { takes: 'two' },
  contains: { takes: 'one', text: { at: 'anywhere', ignoresCase: false } },
  startsWith: { takes: 'one', text: { at: 'start', ignoresCase: false } },
  endsWith: { takes: 'one', text: { at: 'end', ignoresCase: false } },
  iEq: { takes: 'list', text: { at: 'whole', ignoresCase: true } },
  iContains: { takes: 'one', text: { at: 'anywhere', ignoresCase: true } },
  iStartsWith: { takes: 'one', text: { at: 'start', ignoresCase: true } },
  iEndsWith: { takes: 'one', text: { at: 'end', ignoresCase: true } },
};

/** The operators of filters, in the order in which error messages list them. */
export const filterOperators: readonly FilterOperator[] = Object.keys(operatorForms) as FilterOperator[];

/** Whether a value is the name of an operator. */
export function isFilterOperator(name: unknown): name is FilterOperator {
  return typeof name === 'string' && Object.hasOwn(operatorForms, name);
}

/** Whether an operator compares texts only. Its values are texts, whatever the schema of the attribute accepts. */
export function isTextOperator(operator: string): operator is TextOperator {
  return Object.hasOwn(operatorForms, operator) && operatorForms[operator as FilterOperator].text !== undefined;
}

/** Returns how many values an operator takes, as a request spells it: one, or several with commas between them. */
export function valuesTaken(spelling: string): 'one' | 'two' | 'list' {
  if (spelling === 'in') return 'list';
  return isFilterOperator(spelling) ? operatorForms[spelling].takes : 'one';
}

/** Returns how an operator compares texts. */
export function textComparisonOf(operator: TextOperator): TextComparison {
  return operatorForms[operator].text;
}

/** Whether a schema accepts a value, and returns a value of the expected kind. */
function accepts(schema: StandardSchema, value: unknown, isExpected: (output: unknown) => boolean): boolean {
  try {
    const read = resultAtOnce(schema, value);
    return read !== undefined && read.issues === undefined && isExpected(read.value);
  } catch {
    return false;
  }
}

/**
 * Whether the values of a schema can be texts, so that text operators have a meaning. A Standard Schema does not state
 * this, so the schema is called with examples: it has no texts if it accepts other values, but none of the texts.
 */
export const hasTexts: (schema: StandardSchema) => boolean = oncePer((schema) => {
  const takesText = texts.some((text) => accepts(schema, text, (output) => typeof output === 'string'));
  return takesText || !others.some((value) => accepts(schema, value, (output) => typeof output !== 'string'));
});

/**
 * Reads the option `filter` of an attribute.
 *
 * @throws {TypeError} If the option is an array that is empty or contains an unknown operator.
 */
export function readOperators(where: string, option: unknown): readonly FilterOperator[] | undefined {
  if (typeof option === 'boolean') return undefined;
  const unknown = Array.isArray(option) ? option.findIndex((name) => !isFilterOperator(name)) : 0;
  if (Array.isArray(option) && option.length > 0 && unknown === -1) return Object.freeze([...new Set(option)]);
  const isList = Array.isArray(option) && option.length > 0;
  const given = isList ? `it contains ${describeValue(option[unknown])}` : `it is ${describeValue(option)}`;
  throw new TypeError(
    `${where}: \`filter\` must be true, false, or an array of operators such as \`eq\` and \`contains\`, but ${given}.`,
  );
}
