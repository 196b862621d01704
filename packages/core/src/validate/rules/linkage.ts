import { show } from '../../internal/show.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage is null, a resource identifier object, or an array of them.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export const linkage: Rule = defineRule(resourceRules, 'linkage', {
  misshapen: {
    linkage: (node, context) =>
      context.report(`Linkage is null, an object or an array, not ${show(node.value)}.`, node),
    identifier: (node, context) => context.report(`A resource identifier is an object, not ${show(node.value)}.`, node),
  },
});
