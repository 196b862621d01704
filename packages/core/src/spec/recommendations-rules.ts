import { type RuleBinding, should } from './rule-facts.ts';
import type { RecommendationsRuleId } from './rule-id.ts';

/** The rules of recommendations: the SHOULDs, and input that receivers accept but producers should avoid. */
export const recommendationsRules: Readonly<Record<RecommendationsRuleId, Omit<RuleBinding, 'id'>>> = {
  'null-link': should('document-links'),
  'empty-errors': should('error-objects'),
  'empty-id': should('document-resource-object-identification'),
  'redundant-local-id': should('document-resource-object-identification'),
  'repeated-linkage': should('document-resource-object-linkage'),
  'recommended-names': should('https://jsonapi.org/recommendations/#naming'),
  'error-status-given': should('error-objects'),
  'error-source-members': should('error-objects'),
  'self-link-type': should('document-top-level'),
  'media-type-syntax': should('document-links-link-object'),
};
