import type { RequestsRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** What the rules of `requests-rules.ts` say. */
export const requestsStatements: Readonly<Record<RequestsRuleId, RuleStatement>> = {
  'create-data': states('CRE-01', 'The data of a create request is one resource object.'),
  'create-relationships': states('CRE-03', 'The relationships of a create request have data.'),
  'update-data': states('UPD-01', 'The data of an update request is one resource object.'),
  'update-relationships': states('UPD-03', 'The relationships of an update request have data.'),
  'relationship-data': states(
    'RUP-01 RUP-02 RUP-10',
    'A document about a relationship must have resource linkage as its data; a response can have errors or meta instead.',
  ),
};
