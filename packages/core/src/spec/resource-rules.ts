import { ignored, must, type RuleBinding } from './rule-facts.ts';
import type { ResourceRuleId } from './rule-id.ts';

/** The rules of resource objects, identifiers and relationships. */
export const resourceRules: Readonly<Record<ResourceRuleId, Omit<RuleBinding, 'id'>>> = {
  'resource-type': must('document-resource-object-identification'),
  'resource-id': must('document-resource-object-identification'),
  'identification-strings': must('document-resource-object-identification'),
  'type-name': must('document-resource-object-identification'),
  'local-id': must('document-resource-object-identification'),
  'attributes-object': must('document-resource-object-attributes'),
  'relationships-object': must('document-resource-object-relationships'),
  'field-names': ignored('document-member-names'),
  'reserved-field-names': ignored('document-resource-object-fields'),
  'shared-field-names': must('document-resource-object-fields'),
  'relationship-object': must('document-resource-object-relationships'),
  linkage: must('document-resource-object-linkage'),
  'identifier-type': must('document-resource-identifier-objects'),
  'identifier-id': must('document-resource-identifier-objects'),
};
