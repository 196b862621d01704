import { must, type RuleBinding } from './rule-facts.ts';
import type { RequestsRuleId } from './rule-id.ts';

/** The rules of request documents. */
export const requestsRules: Readonly<Record<RequestsRuleId, Omit<RuleBinding, 'id'>>> = {
  'create-data': must('crud-creating'),
  'create-relationships': must('crud-creating'),
  'update-data': must('crud-updating'),
  'update-relationships': must('crud-updating-resource-relationships'),
  'relationship-data': must('crud-updating-relationships'),
};
