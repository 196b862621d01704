import type { ErrorObject } from '../spec/document/error-object.ts';

/** An issue of a schema. Other members depend on the library: Zod adds `code`, `minimum`, `format`, and others. */
export interface ErrorIssue {
  readonly message: string;
  readonly [member: string]: unknown;
}

/** The facts that `localize` receives about the texts of an error. */
export interface LocalizeFacts {
  /** The language of the response, such as `de-AT`. Undefined without the function `language`. */
  readonly language: string | undefined;
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

/** Returns the issue of an error object. */
export function issueOf(error: object): ErrorIssue | undefined {
  return issues.get(error);
}
