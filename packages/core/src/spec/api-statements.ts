import type { ApiRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `api-rules.ts`. */
export const apiStatements: Readonly<Record<ApiRuleId, RuleStatement>> = {
  'api-types': states('CRE-15', 'Every type must be a resource type of the API.'),
  'api-fields': states('CRE-18', 'Every field must be declared by the API for its type.'),
  'api-linkage': states(
    'REL-05',
    'Resource linkage must have the kind and the target types that the API declares for the relationship.',
  ),
  'api-attributes': states('ERR-20', 'The value of every attribute must match its schema.'),
};
