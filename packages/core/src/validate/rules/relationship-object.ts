import { identifierHint } from '../../spec/document/resource-identifier-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { needsLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A relationship must be an object with at least one of `links`, `data`, `meta`, or a member of an applied extension.
 *
 * Requirements: REL-01 EXT-11 NAM-09
 */
export const relationshipObject: Rule = defineRule(
  'relationship-object',
  must('document-resource-object-relationships'),
  {
    wrongShape: {
      relationship: reportValue('A relationship must be an object'),
    },
    missingMember: {
      relationship(node: DocumentNode, context) {
        const { links, data, meta } = node.value;
        if (links !== undefined || data !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
        // If data is required, another rule reports that it is missing.
        if (needsLinkage(node, context)) return;
        const hint = identifierHint(node.value);
        context.report(`A relationship must contain at least one of \`links\`, \`data\`, and \`meta\`.${hint}`, node);
      },
    },
  },
);
