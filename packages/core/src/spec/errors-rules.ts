import { ignored, must, type RuleFacts } from './rule-facts.ts';
import type { ErrorsRuleId } from './rule-id.ts';

/** The rules of error objects. */
export const errorsRules: Readonly<Record<ErrorsRuleId, Omit<RuleFacts, 'id'>>> = {
  'error-members': must(
    'error-objects',
    'ERR-06 NAM-09',
    'An error object holds at least one of the members that are defined for it; at-members do not count.',
  ),
  'error-strings': must(
    'error-objects',
    'ERR-07 ERR-11 ERR-12 ERR-13',
    'id, code, title and detail of an error object are strings.',
  ),
  'error-status': must(
    'error-objects',
    'ERR-10',
    'The status of an error object is a string with an HTTP status code.',
  ),
  'unique-error-ids': must('error-objects', 'ERR-05 ERR-07', 'The id of an error object is unique.'),
  'error-source': must('error-objects', 'ERR-14', 'The source of an error object is an object.'),
  'error-pointer': ignored('error-objects', 'ERR-15 ERR-24', 'The pointer of an error source is a JSON Pointer.'),
  'error-parameter': must('error-objects', 'ERR-16', 'The parameter of an error source is a string.'),
  'error-header': must(
    'error-objects',
    'ERR-17',
    'The header of an error source is a string with the name of one header.',
  ),
};
