import { show } from '../../internal/show.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * attributes is an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export const attributesObject: Rule = defineRule(resourceRules, 'attributes-object', {
  misshapen: {
    attributes: (node, context) => context.report(`attributes is an object, not ${show(node.value)}.`, node),
  },
});
