import { must } from '../../spec/rule-facts.ts';
import { requireResource } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `data` of a create request must be a single resource object.
 *
 * Requirements: CRE-01
 */
export const createData: Rule = defineRule('create-data', must('crud-creating'), {
  roles: ['create'],
  ...requireResource('a create request'),
});
