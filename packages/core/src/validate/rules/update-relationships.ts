import { requestsRules } from '../../spec/requests-rules.ts';
import { requireLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of an update request must have `data`.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating-resource-relationships
 */
export const updateRelationships: Rule = defineRule(requestsRules, 'update-relationships', {
  roles: ['update'],
  ...requireLinkage('an update request'),
});
