import { requestsRules } from '../../spec/requests-rules.ts';
import { requireResource } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `data` of an update request must be a single resource object.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export const updateData: Rule = defineRule(requestsRules, 'update-data', {
  roles: ['update'],
  ...requireResource('an update request'),
});
