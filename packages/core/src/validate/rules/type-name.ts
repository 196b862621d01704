import { nameFault } from '../../member/name-fault.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A `type` must be a valid member name.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const typeName: Rule = defineRule(resourceRules, 'type-name', {
  wrongShape: {
    type(node, context) {
      if (typeof node.value === 'string') {
        context.report(`\`type\` must be a valid member name, but ${nameFault(node.value)}.`, node);
      }
    },
  },
});
