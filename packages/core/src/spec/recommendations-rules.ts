import { type RuleFacts, should } from './rule-facts.ts';
import type { RecommendationsRuleId } from './rule-id.ts';

/** The rules of what is recommended: the SHOULDs, and what is accepted and better not produced. */
export const recommendationsRules: Readonly<Record<RecommendationsRuleId, Omit<RuleFacts, 'id'>>> = {
  'null-link': should(
    'document-links',
    'LNK-15',
    'Only pagination links are null; other links that do not exist are left out.',
  ),
  'empty-errors': should('error-objects', 'ERR-01', 'errors holds at least one error object.'),
  'empty-id': should('document-resource-object-identification', 'RES-03 RID-03', 'An id is not the empty string.'),
  'redundant-local-id': should(
    'document-resource-object-identification',
    'RES-04 RES-22',
    'lid stands only where there is no id.',
  ),
  'repeated-linkage': should('document-resource-object-linkage', 'REL-13', 'Resource linkage names a resource once.'),
  'recommended-names': should(
    'https://jsonapi.org/recommendations/#naming',
    'NAM-08 NAM-11',
    'Names are in camel case: ASCII letters and digits, with a-z at both ends.',
  ),
  'error-status-given': should('error-objects', 'ERR-10', 'An error object has a status.'),
  'error-source-members': should(
    'error-objects',
    'ERR-14',
    'The source of an error object holds one of its members, or is left out.',
  ),
  'self-link-type': should(
    'document-top-level',
    'DOC-16',
    'With extensions or profiles applied, the top-level self is a link object whose type is the media type with its parameters.',
  ),
  'media-type-syntax': should(
    'document-links-link-object',
    'LNK-09',
    'The type of a link object reads as a media type.',
  ),
};
