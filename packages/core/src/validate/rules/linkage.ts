import { resourceRules } from '../../spec/resource-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage must be null, a resource identifier object, or an array of resource identifier objects.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export const linkage: Rule = defineRule(resourceRules, 'linkage', {
  wrongShape: {
    linkage: reportValue('Resource linkage must be null, an object, or an array'),
    identifier: reportValue('A resource identifier object must be an object'),
  },
});
