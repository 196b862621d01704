import { includeErrors } from '../error/chapters/include-errors.ts';
import { queryErrors } from '../error/chapters/query-errors.ts';
import { truncateName } from '../error/create-error-object.ts';
import { createErrorList, type ErrorList } from '../error/error-list.ts';
import type { ErrorKey, MoreMessages } from '../error/json-api-error.ts';
import { type MessagePart, suggestion, type ValuesOf } from '../error/message-part.ts';
import { truncate } from '../internal/describe-value.ts';
import { defaultQueryLimits } from './query-limits.ts';

/** The maximum number of suggestions for one query. It bounds the cost of a query with many unknown names. */
const MAX_SUGGESTIONS = 20;

/** The codes of errors in relationship paths. */
export type IncludeCode = keyof typeof includeErrors;

/** The codes of errors in a query. */
export type QueryCode = keyof typeof queryErrors | IncludeCode;

/** The errors of a query so far. */
export interface QueryErrors<Code extends QueryCode = QueryCode> extends ErrorList<Code> {
  suggestionCount: number;
}

/** Adds an error about a parameter. `parameter` is its decoded name. */
export function report<Key extends ErrorKey<QueryCode>>(
  errors: QueryErrors,
  key: Key,
  values: ValuesOf<Key>,
  parameter: string,
  ...more: MoreMessages
): undefined {
  errors.add(key, values, { parameter: truncateName(parameter) }, more);
}

/** Reports an error of a filter. */
export type RejectFilter = <Key extends ErrorKey<'FILTER_NOT_SUPPORTED'>>(
  key: Key,
  values: ValuesOf<Key>,
  ...more: MoreMessages
) => undefined;

/**
 * Returns a "Did you mean" sentence, or undefined if no name is close. Pass only names that
 * the user can see: a suggestion reveals that the name exists.
 */
export function didYouMean(
  errors: Pick<QueryErrors, 'suggestionCount'>,
  text: string,
  names: Iterable<string>,
  prefix: string = '',
  quote: '`' | '"' = '`',
): MessagePart | undefined {
  if (errors.suggestionCount >= MAX_SUGGESTIONS) return undefined;
  errors.suggestionCount++;
  return suggestion(text, names, (name) => quote + truncate(prefix + name) + quote);
}

const chapters = { ...queryErrors, ...includeErrors };

/**
 * Creates an empty error collector. It keeps at most `maxErrors` errors, but always at least one, so that an invalid query
 * is never accepted.
 */
export function createQueryErrors(maxErrors: number = defaultQueryLimits.errors): QueryErrors {
  return { ...createErrorList(chapters, maxErrors), suggestionCount: 0 };
}
