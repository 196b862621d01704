import { describeValue, isObject } from '@linkage/core/internal';
import { below } from '../below.ts';

/** A value in a file that must be another one. */
export interface Problem {
  /** The JSON Pointer of the value. */
  readonly pointer: string;
  /** The end of a sentence about the value: "must be an array, but it is 5". */
  readonly text: string;
}

/** Returns the first problem of a value, or `undefined`. */
export type ValueCheck = (value: unknown, pointer: string) => Problem | undefined;

function valueCheck(expected: string, isExpected: (value: unknown) => boolean): ValueCheck {
  return (value, pointer) =>
    isExpected(value) ? undefined : { pointer, text: `must be ${expected}, but it is ${describeValue(value)}` };
}

export const isText: ValueCheck = valueCheck('a string', (value) => typeof value === 'string');
export const isNumber: ValueCheck = valueCheck('a number', (value) => typeof value === 'number');
export const isNumberOrNull: ValueCheck = valueCheck(
  'a number or null',
  (value) => value === null || typeof value === 'number',
);
export const isBoolean: ValueCheck = valueCheck('a boolean', (value) => typeof value === 'boolean');
export const isBooleanOrText: ValueCheck = valueCheck(
  'a boolean or a string',
  (value) => typeof value === 'boolean' || typeof value === 'string',
);
export const isSchema: ValueCheck = valueCheck(
  'a boolean or an object',
  (value) => typeof value === 'boolean' || isObject(value),
);
const isAnyObject: ValueCheck = valueCheck('an object', isObject);
const isArray: ValueCheck = valueCheck('an array', Array.isArray);

/** Accepts one of some strings. */
export function isOneOf(strings: readonly string[]): ValueCheck {
  const quoted = strings.map((text) => JSON.stringify(text));
  const expected = `${quoted.slice(0, -1).join(', ')}, or ${quoted.at(-1)}`;
  return valueCheck(expected, (value) => strings.some((text) => text === value));
}

/** Accepts an absent value as well. */
export function optional(check: ValueCheck): ValueCheck {
  return (value, pointer) => (value === undefined ? undefined : check(value, pointer));
}

/** Accepts an array of values. */
export function isListOf(check: ValueCheck): ValueCheck {
  return (value, pointer) =>
    isArray(value, pointer) ?? firstProblem((value as readonly unknown[]).entries(), check, pointer);
}

/** Accepts an object whose members have any names. */
export function isRecordOf(check: ValueCheck): ValueCheck {
  return (value, pointer) =>
    isAnyObject(value, pointer) ?? firstProblem(Object.entries(value as object), check, pointer);
}

/** Accepts an object with members. Ignores members that the table does not contain: a later release has more. */
export function isObjectOf(members: Readonly<Record<string, ValueCheck>>): ValueCheck {
  return (value, pointer) => {
    const problem = isAnyObject(value, pointer);
    if (problem !== undefined) return problem;
    for (const [name, check] of Object.entries(members)) {
      const found = Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined;
      const inner = check(found, below(pointer, name));
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
}

function firstProblem(
  entries: Iterable<readonly [string | number, unknown]>,
  check: ValueCheck,
  pointer: string,
): Problem | undefined {
  for (const [name, value] of entries) {
    const problem = check(value, below(pointer, name));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
