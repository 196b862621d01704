import type { RecommendationsRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** What the rules of `recommendations-rules.ts` say. */
export const recommendationsStatements: Readonly<Record<RecommendationsRuleId, RuleStatement>> = {
  'null-link': states('LNK-15', 'Only pagination links are null; other links that do not exist are left out.'),
  'empty-errors': states('ERR-01', 'errors holds at least one error object.'),
  'empty-id': states('RES-03 RID-03', 'An id is not the empty string.'),
  'redundant-local-id': states('RES-04 RES-22', 'lid stands only where there is no id.'),
  'repeated-linkage': states('REL-13', 'Resource linkage names a resource once.'),
  'recommended-names': states(
    'NAM-08 NAM-11',
    'Names are in camel case: ASCII letters and digits, with a-z at both ends.',
  ),
  'error-status-given': states('ERR-10', 'An error object has a status.'),
  'error-source-members': states('ERR-14', 'The source of an error object holds one of its members, or is left out.'),
  'self-link-type': states(
    'DOC-16',
    'With extensions or profiles applied, the top-level self is a link object whose type is the media type with its parameters.',
  ),
  'media-type-syntax': states('LNK-09', 'The type of a link object reads as a media type.'),
};
