import { must } from '../../spec/rule-facts.ts';
import { requireLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of an update request must have `data`.
 *
 * Requirements: UPD-03
 */
export const updateRelationships: Rule = defineRule(
  'update-relationships',
  must('crud-updating-resource-relationships'),
  {
    roles: ['update'],
    ...requireLinkage('an update request'),
  },
);
