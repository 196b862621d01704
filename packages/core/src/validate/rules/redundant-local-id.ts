import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * lid stands only where there is no id.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const redundantLocalId: Rule = defineRule(recommendationsRules, 'redundant-local-id', {
  visit: {
    lid(node, context) {
      const { id } = (node.parent as DocumentNode).value;
      if (id !== undefined) context.report(`The lid ${show(node.value)} stands next to an id.`, node);
    },
  },
});
