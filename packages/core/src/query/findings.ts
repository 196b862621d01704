import { boundedName } from '../error/create-error-object.ts';
import { queryCodes } from '../error/error-code.ts';
import { createErrorList, type ErrorList } from '../error/error-list.ts';
import { excerpt } from '../internal/excerpt.ts';
import { nearest } from '../internal/nearest.ts';
import { defaultQueryLimits } from './query-limits.ts';

/** Suggestions made for one query: a long list of nonsense is to cost no more than a short one. */
const MOST_HINTS = 20;

type QueryCode = keyof typeof queryCodes;

/** The errors found in a query so far. */
export interface Findings extends ErrorList<QueryCode> {
  hints: number;
}

/** Creates findings without errors, which keep at most `most` of them, as error lists do. */
export function newFindings(most: number = defaultQueryLimits.errors): Findings {
  return { ...createErrorList(queryCodes, most), hints: 0 };
}

/** Adds an error of a parameter; `parameter` is its decoded name as it was sent. */
export function report(findings: Findings, code: QueryCode, detail: string, parameter: string): undefined {
  findings.add(code, detail, { parameter: boundedName(parameter) });
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
