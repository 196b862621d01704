import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { needsLinkage } from '../needs-linkage.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A relationship is an object with at least one of links, data, meta or a member of an applied extension.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export const relationshipObject: Rule = defineRule(resourceRules, 'relationship-object', {
  misshapen: {
    relationship: (node, context) => context.report(`A relationship is an object, not ${show(node.value)}.`, node),
  },
  incomplete: {
    relationship(node: DocumentNode, context) {
      const { links, data, meta } = node.value;
      if (links !== undefined || data !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
      // Where data must be there, a rule of its own says so.
      if (needsLinkage(node, context)) return;
      context.report('The relationship has none of links, data and meta.', node);
    },
  },
});
