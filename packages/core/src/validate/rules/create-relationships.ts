import { must } from '../../spec/rule-facts.ts';
import { requireLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of a create request must have `data`.
 *
 * Requirements: CRE-03
 */
export const createRelationships: Rule = defineRule('create-relationships', must('crud-creating'), {
  roles: ['create'],
  ...requireLinkage('a create request'),
});
