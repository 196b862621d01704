import { resourceRules } from '../../spec/resource-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `relationships` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export const relationshipsObject: Rule = defineRule(resourceRules, 'relationships-object', {
  wrongShape: {
    relationships: reportValue('`relationships` must be an object'),
  },
});
