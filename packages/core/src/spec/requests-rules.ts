import { must, type RuleFacts } from './rule-facts.ts';
import type { RequestsRuleId } from './rule-id.ts';

/** The rules of request documents. */
export const requestsRules: Readonly<Record<RequestsRuleId, Omit<RuleFacts, 'id'>>> = {
  'create-data': must('crud-creating', 'CRE-01', 'The data of a create request is one resource object.'),
  'create-relationships': must('crud-creating', 'CRE-03', 'The relationships of a create request have data.'),
  'update-data': must('crud-updating', 'UPD-01', 'The data of an update request is one resource object.'),
  'update-relationships': must(
    'crud-updating-resource-relationships',
    'UPD-03',
    'The relationships of an update request have data.',
  ),
  'relationship-data': must(
    'crud-updating-relationships',
    'RUP-01 RUP-02 RUP-10',
    'A document about a relationship must have resource linkage as its data; a response can have errors or meta instead.',
  ),
};
