import { ignored, must, type RuleBinding } from './rule-facts.ts';
import type { ErrorsRuleId } from './rule-id.ts';

/** The rules of error objects. */
export const errorsRules: Readonly<Record<ErrorsRuleId, Omit<RuleBinding, 'id'>>> = {
  'error-members': must('error-objects'),
  'error-strings': must('error-objects'),
  'error-status': must('error-objects'),
  'unique-error-ids': must('error-objects'),
  'error-source': must('error-objects'),
  'error-pointer': ignored('error-objects'),
  'error-parameter': must('error-objects'),
  'error-header': must('error-objects'),
};
