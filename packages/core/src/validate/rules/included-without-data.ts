import type { DocumentNode } from '../../grammar/node.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document without `data` must not contain `included`.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const includedWithoutData: Rule = defineRule(documentRules, 'included-without-data', {
  visit: {
    document(node: DocumentNode, context) {
      const { data, included } = node.value;
      if (included !== undefined && data === undefined) {
        context.report('A document without `data` must not contain `included`.', node, 'included');
      }
    },
  },
});
