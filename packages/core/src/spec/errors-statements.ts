import type { ErrorsRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `errors-rules.ts`. */
export const errorsStatements: Readonly<Record<ErrorsRuleId, RuleStatement>> = {
  'error-members': states(
    'ERR-06 NAM-09',
    'An error object must contain at least one of the members that are defined for it; at-members do not count.',
  ),
  'error-strings': states(
    'ERR-07 ERR-11 ERR-12 ERR-13',
    '`id`, `code`, `title`, and `detail` of an error object must be strings.',
  ),
  'error-status': states('ERR-10', 'The `status` of an error object must be a string with an HTTP status code.'),
  'unique-error-ids': states('ERR-05 ERR-07', 'The `id` of an error object must be unique.'),
  'error-source': states('ERR-14', 'The `source` of an error object must be an object.'),
  'error-pointer': states('ERR-15 ERR-24', 'The `pointer` of an error source must be a JSON Pointer.'),
  'error-parameter': states('ERR-16', 'The `parameter` of an error source must be a string.'),
  'error-header': states(
    'ERR-17',
    'The `header` of an error source must be a string with the name of one header field.',
  ),
};
