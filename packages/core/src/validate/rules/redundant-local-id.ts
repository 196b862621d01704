import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `lid` should occur only without `id`.
 *
 * Requirements: RES-04 RES-22
 */
export const redundantLocalId: Rule = defineRule(
  'redundant-local-id',
  should('document-resource-object-identification'),
  {
    visit: {
      lid(node, context) {
        const { id } = (node.parent as DocumentNode).value;
        if (id !== undefined)
          context.report(`\`lid\` should occur only without \`id\`, but it is ${describeValue(node.value)}.`, node);
      },
    },
  },
);
