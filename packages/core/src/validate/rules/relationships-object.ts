import { show } from '../../internal/show.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * relationships is an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export const relationshipsObject: Rule = defineRule(resourceRules, 'relationships-object', {
  misshapen: {
    relationships: (node, context) => context.report(`relationships is an object, not ${show(node.value)}.`, node),
  },
});
