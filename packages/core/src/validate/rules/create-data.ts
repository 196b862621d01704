import { requestsRules } from '../../spec/requests-rules.ts';
import { requireResource } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `data` of a create request must be a single resource object.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export const createData: Rule = defineRule(requestsRules, 'create-data', {
  roles: ['create'],
  ...requireResource('a create request'),
});
