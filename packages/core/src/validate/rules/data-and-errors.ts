import type { DocumentNode } from '../../grammar/node.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document must not contain both `data` and `errors`, regardless of their values.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const dataAndErrors: Rule = defineRule(documentRules, 'data-and-errors', {
  visit: {
    document(node: DocumentNode, context) {
      const { data, errors } = node.value;
      if (data !== undefined && errors !== undefined)
        context.report('A document must not contain both `data` and `errors`.', node);
    },
  },
});
