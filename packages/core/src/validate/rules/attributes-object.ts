import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `attributes` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export const attributesObject: Rule = defineRule('attributes-object', {
  misshapen: {
    attributes: (node, context) =>
      context.report(`\`attributes\` must be an object, but it is ${show(node.value)}.`, node),
  },
});
