import { ignored, must, type RuleBinding } from './rule-facts.ts';
import type { LinksRuleId } from './rule-id.ts';

/** The rules of links. */
export const linksRules: Readonly<Record<LinksRuleId, Omit<RuleBinding, 'id'>>> = {
  'links-object': must('document-links'),
  'link-value': must('document-links'),
  'link-names': ignored('document-links'),
  'relationship-links': must('document-resource-object-relationships'),
  'pagination-links': ignored('fetching-pagination'),
  'link-href': must('document-links-link-object'),
  'link-url': must('document-links'),
  'link-relation': ignored('document-links-link-object'),
  'link-title': ignored('document-links-link-object'),
  'link-media-type': ignored('document-links-link-object'),
  'link-languages': ignored('document-links-link-object'),
};
