import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `meta` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export const metaObject: Rule = defineRule('meta-object', {
  misshapen: {
    meta: (node, context) => context.report(`\`meta\` must be an object, but it is ${show(node.value)}.`, node),
  },
});
