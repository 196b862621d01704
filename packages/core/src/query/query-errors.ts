import { truncateName } from '../error/create-error-object.ts';
import type { includeCodes, queryCodes } from '../error/error-code.ts';
import type { ErrorList } from '../error/error-list.ts';
import { closestName } from '../internal/closest-name.ts';
import { truncate } from '../internal/truncate.ts';

/** The maximum number of suggestions for one query. It bounds the cost of a query with many unknown names. */
const MAX_SUGGESTIONS = 20;

/** The codes of errors in relationship paths. */
export type IncludeCode = keyof typeof includeCodes;

/** The codes of errors in a query. */
export type QueryCode = keyof typeof queryCodes | IncludeCode;

/** The errors of a query so far. */
export interface QueryErrors<Code extends QueryCode = QueryCode> extends ErrorList<Code> {
  suggestionCount: number;
}

/** Adds an error about a parameter. `parameter` is its decoded name. */
export function report<Code extends QueryCode>(
  errors: QueryErrors<Code>,
  code: NoInfer<Code>,
  detail: string,
  parameter: string,
): undefined {
  errors.add(code, detail, { parameter: truncateName(parameter) });
}

/**
 * Returns a "Did you mean" sentence with a leading space, or an empty string if no name is close. Pass only names that
 * the caller can see: a suggestion reveals that the name exists.
 */
export function didYouMean(
  errors: Pick<QueryErrors, 'suggestionCount'>,
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
