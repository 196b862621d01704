import type { ErrorObject } from '../document/error-object.ts';
import { boundedName, problemOf } from '../error/create-error-object.ts';
import { queryCodes } from '../error/error-code.ts';
import { excerpt } from '../internal/excerpt.ts';
import { nearest } from '../internal/nearest.ts';
import { defaultQueryLimits } from './query-limits.ts';

/** The maximum number of suggestions for one query. It bounds the cost of a query with many unknown names. */
const MOST_HINTS = 20;

type QueryCode = keyof typeof queryCodes;

/** The errors of a query so far. */
export interface Findings {
  readonly issues: ErrorObject[];
  /** The maximum number of errors that are kept. */
  readonly most: number;
  hints: number;
}

/**
 * Creates an empty error collector. It keeps at most `most` errors, but always at least one, so that an invalid query
 * is never accepted.
 */
export function newFindings(most: number = defaultQueryLimits.errors): Findings {
  return { issues: [], most: Math.max(1, most), hints: 0 };
}

/** Whether the collector cannot keep further errors. */
export function isFull({ issues, most }: Findings): boolean {
  return issues.length >= most;
}

/** Adds an error about a parameter. `parameter` is its decoded name. */
export function report(findings: Findings, code: QueryCode, detail: string, parameter: string): undefined {
  if (isFull(findings)) return;
  findings.issues.push(problemOf(queryCodes, code, detail, { parameter: boundedName(parameter) }));
}

/**
 * Returns a "Did you mean" sentence with a leading space, or an empty string if no name is close. Pass only names that
 * the caller can see: a suggestion reveals that the name exists.
 */
export function didYouMean(findings: Findings, text: string, names: Iterable<string>, prefix = ''): string {
  if (findings.hints >= MOST_HINTS) return '';
  findings.hints++;
  const name = nearest(text, names);
  return name === undefined ? '' : ` Did you mean \`${excerpt(prefix + name)}\`?`;
}
