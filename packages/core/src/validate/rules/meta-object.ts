import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every meta is an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export const metaObject: Rule = defineRule(documentRules, 'meta-object', {
  misshapen: {
    meta: (node, context) => context.report(`meta is an object, not ${show(node.value)}.`, node),
  },
});
