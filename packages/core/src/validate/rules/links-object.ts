import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `links` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linksObject: Rule = defineRule('links-object', {
  misshapen: {
    links: (node, context) => context.report(`\`links\` must be an object, but it is ${show(node.value)}.`, node),
  },
});
