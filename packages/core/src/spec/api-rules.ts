import { must, type RuleFacts } from './rule-facts.ts';
import type { ApiRuleId } from './rule-id.ts';

/** The rules of a declared API. */
export const apiRules: Readonly<Record<ApiRuleId, Omit<RuleFacts, 'id'>>> = {
  'api-types': must('document-resource-object-identification', 'CRE-15', 'Every type is one of the API.'),
  'api-fields': must(
    'document-resource-object-fields',
    'CRE-18',
    'Every field is one that the API declares for the type.',
  ),
  'api-linkage': must(
    'document-resource-object-linkage',
    'REL-05',
    'Resource linkage has the kind and the target types that the API declares for the relationship.',
  ),
  'api-attributes': must(
    'document-resource-object-attributes',
    'ERR-20',
    'Every attribute has a value that its schema takes.',
  ),
};
