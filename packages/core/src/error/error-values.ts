import { ownMembers } from '../internal/own-members.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';

/** An issue of a schema. Other members depend on the library: Zod adds `code`, `minimum`, `format`, and others. */
export interface ErrorIssue {
  readonly message: string;
  readonly [member: string]: unknown;
}

/** The values that the texts of an error contain, for texts in another language. */
export interface ErrorValues {
  /** `detail` with a number in braces for each value: "`limit` must be at most {0}." Undefined without `detail`. */
  readonly template: string | undefined;
  /** The values of the template: names and texts without quotation marks, and numbers as text. */
  readonly values: readonly string[];
  /** The issue of the schema that rejected an attribute; undefined for all other errors. */
  readonly issue: ErrorIssue | undefined;
}

/** The issues of error objects. A member of the error object would become part of the response. */
const issues: WeakMap<object, ErrorIssue> = new WeakMap();

/** Stores the issue of an error object. */
export function setIssue(error: ErrorObject, issue: object | undefined): void {
  if (issue !== undefined) issues.set(error, issue as ErrorIssue);
}

/** Returns the copy of an error object, with the issue of the original. */
export function withIssueOf<Copy extends object>(original: object, copy: Copy): Copy {
  const issue = issues.get(original);
  if (issue !== undefined) issues.set(copy, issue);
  return copy;
}

/**
 * Matches each text in backticks or quotation marks, and each run of characters that can be a number. The details of an
 * application can quote a text of any length, so the lookbehind allows one start for each run: the time is linear.
 */
const CANDIDATES = /`([^`]*)`|"([^"]*)"|(?<![\w.])-?[\w.]+/g;
/** Matches a run that is a number. A full stop after it ends the sentence. */
const NUMBER = /^(-?\d+(?:\.\d+)?)(\.*)$/;

/** Returns the values in the texts of an error object, in the form in which a translation needs them. */
export function errorValues(error: ErrorObject): ErrorValues {
  const values: string[] = [];
  const { detail }: ErrorObject = ownMembers(error);
  const template = detail?.replace(CANDIDATES, (match, code?: string, text?: string) => {
    const [, number, stops = ''] = NUMBER.exec(match) ?? [];
    const value = code ?? text ?? number;
    if (value === undefined) return match;
    values.push(value);
    return `{${values.length - 1}}${stops}`;
  });
  return { template, values, issue: issues.get(error) };
}
