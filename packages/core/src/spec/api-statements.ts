import type { ApiRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** What the rules of `api-rules.ts` say. */
export const apiStatements: Readonly<Record<ApiRuleId, RuleStatement>> = {
  'api-types': states('CRE-15', 'Every type is one of the API.'),
  'api-fields': states('CRE-18', 'Every field is one that the API declares for the type.'),
  'api-linkage': states(
    'REL-05',
    'Resource linkage has the kind and the target types that the API declares for the relationship.',
  ),
  'api-attributes': states('ERR-20', 'Every attribute has a value that its schema takes.'),
};
