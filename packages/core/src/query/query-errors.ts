import { truncateName } from '../error/create-error-object.ts';
import { queryCodes } from '../error/error-code.ts';
import { createErrorList, type ErrorList } from '../error/error-list.ts';
import { closestName } from '../internal/closest-name.ts';
import { truncate } from '../internal/truncate.ts';
import { defaultQueryLimits } from './query-limits.ts';

/** The maximum number of suggestions for one query. It bounds the cost of a query with many unknown names. */
const MAX_SUGGESTIONS = 20;

type QueryCode = keyof typeof queryCodes;

/** The errors of a query so far. */
export interface QueryErrors extends ErrorList<QueryCode> {
  suggestionCount: number;
}

/**
 * Creates an empty error collector. It keeps at most `most` errors, but always at least one, so that an invalid query
 * is never accepted.
 */
export function createQueryErrors(most: number = defaultQueryLimits.errors): QueryErrors {
  return { ...createErrorList(queryCodes, most), suggestionCount: 0 };
}

/** Adds an error about a parameter. `parameter` is its decoded name. */
export function report(errors: QueryErrors, code: QueryCode, detail: string, parameter: string): undefined {
  errors.add(code, detail, { parameter: truncateName(parameter) });
}

/**
 * Returns a "Did you mean" sentence with a leading space, or an empty string if no name is close. Pass only names that
 * the caller can see: a suggestion reveals that the name exists.
 */
export function didYouMean(
  errors: QueryErrors,
  text: string,
  names: Iterable<string>,
  prefix: string = '',
  quote: '`' | '"' = '`',
): string {
  if (errors.suggestionCount >= MAX_SUGGESTIONS) return '';
  errors.suggestionCount++;
  const name = closestName(text, names);
  return name === undefined ? '' : ` Did you mean ${quote}${truncate(prefix + name)}${quote}?`;
}
