import { truncate } from '../../internal/truncate.ts';
import { issuePlace } from '../../schema/issue-place.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { schemaIssues, typeOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The value of every attribute must match its schema.
 *
 * Requirements: ERR-20
 */
export const apiAttributes: Rule = defineRule('api-attributes', must('document-resource-object-attributes'), {
  needsApi: true,
  visit: {
    attributes(node: DocumentNode, context) {
      const declared = typeOf(node.parent, context)?.attributes;
      if (declared === undefined) return;
      for (const [name, value] of Object.entries(node.value)) {
        const attribute = declared.get(name);
        if (attribute === undefined || value === undefined) continue;
        for (const issue of schemaIssues(attribute.schema, value)) {
          const problem = truncate(issue.message).replace(/\.$/, '');
          context.report(
            `The attribute \`${name}\` must match its schema: ${problem}.`,
            node,
            name,
            ...issuePlace(value, issue),
          );
        }
      }
    },
  },
});
