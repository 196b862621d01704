import type { RecommendationsRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `recommendations-rules.ts`. */
export const recommendationsStatements: Readonly<Record<RecommendationsRuleId, RuleStatement>> = {
  'null-link': states(
    'LNK-15',
    'Only pagination links should be null; other links that do not exist should be omitted.',
  ),
  'empty-errors': states('ERR-01', '`errors` should contain at least one error object.'),
  'empty-id': states('RES-03 RID-03', 'An `id` should not be the empty string.'),
  'redundant-local-id': states('RES-04 RES-22', '`lid` should occur only without `id`.'),
  'repeated-linkage': states('REL-13', 'Resource linkage should not contain a resource twice.'),
  'recommended-names': states(
    'NAM-08 NAM-11',
    'Names should be in camel case: ASCII letters and digits, with a-z at both ends.',
  ),
  'error-status-given': states('ERR-10', 'An error object should have a `status`.'),
  'error-source-members': states(
    'ERR-14',
    'The `source` of an error object should contain one of its members, or be omitted.',
  ),
  'self-link-type': states(
    'DOC-16',
    'If extensions or profiles are applied, the top-level `self` should be a link object whose `type` is the media type with its parameters.',
  ),
  'media-type-syntax': states('LNK-09', 'The `type` of a link object should be a valid media type.'),
};
