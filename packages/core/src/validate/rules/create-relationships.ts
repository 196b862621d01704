import { requestsRules } from '../../spec/requests-rules.ts';
import { requireLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of a create request must have `data`.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export const createRelationships: Rule = defineRule(requestsRules, 'create-relationships', {
  roles: ['create'],
  ...requireLinkage('a create request'),
});
