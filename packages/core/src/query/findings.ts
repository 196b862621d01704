import type { ErrorObject } from '../document/error-object.ts';
import { boundedName, problemOf } from '../error/create-error-object.ts';
import { queryCodes } from '../error/error-code.ts';
import { excerpt } from '../internal/excerpt.ts';
import { nearest } from '../internal/nearest.ts';
import { defaultQueryLimits } from './query-limits.ts';

/** Suggestions made for one query: a long list of nonsense is to cost no more than a short one. */
const MOST_HINTS = 20;

type QueryCode = keyof typeof queryCodes;

/** What was wrong with a query so far. */
export interface Findings {
  readonly issues: ErrorObject[];
  /** How many problems are kept. */
  readonly most: number;
  hints: number;
}

/** Nothing wrong yet; at most as many problems are kept, but one in any case, or what is wrong would pass. */
export function newFindings(most: number = defaultQueryLimits.errors): Findings {
  return { issues: [], most: Math.max(1, most), hints: 0 };
}

/** Whether further problems would not be kept. */
export function isFull({ issues, most }: Findings): boolean {
  return issues.length >= most;
}

/** Adds a problem with a parameter; `parameter` is its decoded name as it was sent. */
export function report(findings: Findings, code: QueryCode, detail: string, parameter: string): undefined {
  if (isFull(findings)) return;
  findings.issues.push(problemOf(queryCodes, code, detail, { parameter: boundedName(parameter) }));
}

/**
 * The sentence that names what a misspelt text may have meant, with a space in front; empty when nothing is near.
 * `names` are those that the request may use here, and no others: a suggestion tells that a name exists.
 */
export function didYouMean(findings: Findings, text: string, names: Iterable<string>, prefix = ''): string {
  if (findings.hints >= MOST_HINTS) return '';
  findings.hints++;
  const name = nearest(text, names);
  return name === undefined ? '' : ` Did you mean "${excerpt(prefix + name)}"?`;
}
