import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `relationships` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export const relationshipsObject: Rule = defineRule('relationships-object', {
  misshapen: {
    relationships: (node, context) =>
      context.report(`\`relationships\` must be an object, but it is ${show(node.value)}.`, node),
  },
});
