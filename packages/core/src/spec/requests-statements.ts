import type { RequestsRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `requests-rules.ts`. */
export const requestsStatements: Readonly<Record<RequestsRuleId, RuleStatement>> = {
  'create-data': states('CRE-01', 'The `data` of a create request must be a single resource object.'),
  'create-relationships': states('CRE-03', 'The relationships of a create request must have `data`.'),
  'update-data': states('UPD-01', 'The `data` of an update request must be a single resource object.'),
  'update-relationships': states('UPD-03', 'The relationships of an update request must have `data`.'),
  'relationship-data': states(
    'RUP-01 RUP-02 RUP-10',
    'A document about a relationship must have resource linkage as its data; a response can have errors or meta instead.',
  ),
};
