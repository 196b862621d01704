import { resourceRules } from '../../spec/resource-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `type`, `id`, and `lid` must be strings.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const identificationStrings: Rule = defineRule(resourceRules, 'identification-strings', {
  wrongShape: {
    type: reportString,
    id: reportString,
    lid: reportString,
  },
});
