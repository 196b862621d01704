import { ignored, must, type RuleBinding } from './rule-facts.ts';
import type { DocumentRuleId } from './rule-id.ts';

/** The rules of a document as a whole. */
export const documentRules: Readonly<Record<DocumentRuleId, Omit<RuleBinding, 'id'>>> = {
  'json-value': must('document-structure'),
  'document-object': must('document-top-level'),
  'top-level-members': must('document-top-level'),
  'data-and-errors': must('document-top-level'),
  'included-without-data': must('document-top-level'),
  'primary-data': must('document-top-level'),
  'error-objects': must('error-objects'),
  'included-resources': must('document-compound-documents'),
  'meta-object': must('document-meta'),
  'jsonapi-object': must('document-jsonapi-object'),
  'jsonapi-version': must('document-jsonapi-object'),
  'jsonapi-uris': must('document-jsonapi-object'),
  'defined-members': ignored('document-structure'),
  'applied-extensions': ignored('extension-members'),
  'full-linkage': must('document-compound-documents'),
  'unique-resources': must('document-compound-documents'),
};
