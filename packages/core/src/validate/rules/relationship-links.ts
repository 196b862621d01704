import type { DocumentNode } from '../../grammar/node.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { needsLinkage } from '../needs-linkage.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The links of a relationship that has nothing else hold self, related or a member of an applied extension.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export const relationshipLinks: Rule = defineRule(linksRules, 'relationship-links', {
  incomplete: {
    'relationship-links'(node: DocumentNode, context) {
      const { self, related } = node.value;
      const relationship = node.parent as DocumentNode;
      const { data, meta } = relationship.value;
      // AMB-05: next to data or meta, links that hold neither are harmless.
      if (self !== undefined || related !== undefined || data !== undefined || meta !== undefined) return;
      // Where data must be there, a rule of its own says so.
      if (needsLinkage(relationship, context)) return;
      if (context.hasExtensionMember(node) || context.hasExtensionMember(relationship)) return;
      context.report('The relationship has only links, and they hold neither self nor related.', node);
    },
  },
});
