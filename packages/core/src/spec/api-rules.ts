import { must, type RuleBinding } from './rule-facts.ts';
import type { ApiRuleId } from './rule-id.ts';

/** The rules of a declared API. */
export const apiRules: Readonly<Record<ApiRuleId, Omit<RuleBinding, 'id'>>> = {
  'api-types': must('document-resource-object-identification'),
  'api-fields': must('document-resource-object-fields'),
  'api-linkage': must('document-resource-object-linkage'),
  'api-attributes': must('document-resource-object-attributes'),
};
