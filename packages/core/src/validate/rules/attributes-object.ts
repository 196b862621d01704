import { resourceRules } from '../../spec/resource-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `attributes` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export const attributesObject: Rule = defineRule(resourceRules, 'attributes-object', {
  wrongShape: {
    attributes: reportValue('`attributes` must be an object'),
  },
});
