import { show } from '../../internal/show.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A type obeys the rules of member names.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const typeName: Rule = defineRule(resourceRules, 'type-name', {
  misshapen: {
    type(node, context) {
      if (typeof node.value === 'string') context.report(`${show(node.value)} is no legal name for a type.`, node);
    },
  },
});
