import { includeErrors } from '../error/chapters/include-errors.ts';
import { queryErrors } from '../error/chapters/query-errors.ts';
import { createErrorList } from '../error/error-list.ts';
import type { QueryErrors } from './query-errors.ts';
import { defaultQueryLimits } from './query-limits.ts';

const chapters = { ...queryErrors, ...includeErrors };

/**
 * Creates an empty error collector. It keeps at most `maxErrors` errors, but always at least one, so that an invalid query
 * is never accepted.
 */
export function createQueryErrors(maxErrors: number = defaultQueryLimits.errors): QueryErrors {
  return { ...createErrorList(chapters, maxErrors), suggestionCount: 0 };
}
