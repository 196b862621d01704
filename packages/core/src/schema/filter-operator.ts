import { describeValue } from '../internal/describe-value.ts';
import { oncePer } from '../internal/once-per.ts';
import { readSchemaResult } from './schema-result.ts';
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

/** The operators that values of a type support: those for texts only if a value can be a text. */
export type OperatorFor<Value> = unknown extends Value
  ? FilterOperator
  : [Extract<Value, string>] extends [never]
    ? Exclude<FilterOperator, TextOperator>
    : FilterOperator;

/** The operators of filters, in the order in which error messages list them. */
export const filterOperators: readonly FilterOperator[] = [
  ...(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'contains', 'startsWith', 'endsWith'] as const),
  ...(['iEq', 'iContains', 'iStartsWith', 'iEndsWith'] as const),
];

const known: ReadonlySet<unknown> = new Set<unknown>(filterOperators);
const textOperators: ReadonlySet<string> = new Set<TextOperator>([
  ...(['contains', 'startsWith', 'endsWith', 'iEq', 'iContains', 'iStartsWith', 'iEndsWith'] as const),
]);

/** Whether a value is the name of an operator. */
export function isFilterOperator(name: unknown): name is FilterOperator {
  return known.has(name);
}

/** Whether an operator compares texts only. Its values are texts, whatever the schema of the attribute accepts. */
export function isTextOperator(operator: string): operator is TextOperator {
  return textOperators.has(operator);
}

const texts = ['', 'a', '0', '1'] as const;
const others: readonly unknown[] = [
  ...[0, 1, -1, 0.5, 7, 42, 100, 1000, 1_000_000, 0n, 1n, 1000n, true, false, new Date(0), {}, []],
];

/** Whether a schema accepts a value, and returns a value of the expected kind. */
function accepts(schema: StandardSchema, value: unknown, isExpected: (output: unknown) => boolean): boolean {
  try {
    const result = schema['~standard'].validate(value);
    if (result instanceof Promise) {
      // The result is not used, and an unhandled rejection would end the process.
      result.catch(() => undefined);
      return false;
    }
    const read = readSchemaResult(result);
    return read.issues === undefined && isExpected(read.value);
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
