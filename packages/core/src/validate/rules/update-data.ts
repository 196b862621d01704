import { must } from '../../spec/rule-facts.ts';
import { requireResource } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `data` of an update request must be a single resource object.
 *
 * Requirements: UPD-01
 */
export const updateData: Rule = defineRule('update-data', must('crud-updating'), {
  roles: ['update'],
  ...requireResource('an update request'),
});
