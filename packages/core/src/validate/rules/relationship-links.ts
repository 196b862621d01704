import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { needsLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * If a relationship contains only `links`, these must contain `self`, `related`, or a member of an applied extension.
 *
 * Requirements: REL-02 EXT-11
 */
export const relationshipLinks: Rule = defineRule(
  'relationship-links',
  must('document-resource-object-relationships'),
  {
    missingMember: {
      'relationship-links'(node: DocumentNode, context) {
        const { self, related } = node.value;
        const relationship = node.parent as DocumentNode;
        const { data, meta } = relationship.value;
        // AMB-05: beside data or meta, links without self and related are harmless.
        if (self !== undefined || related !== undefined || data !== undefined || meta !== undefined) return;
        // If data is required, another rule reports that it is missing.
        if (needsLinkage(relationship, context)) return;
        if (context.hasExtensionMember(node) || context.hasExtensionMember(relationship)) return;
        context.report('The links without `data` and `meta` must contain `self` or `related`.', node);
      },
    },
  },
);
