import type { DocumentNode } from '../../grammar/node.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document does not hold both data and errors, whatever their values.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const dataAndErrors: Rule = defineRule(documentRules, 'data-and-errors', {
  visit: {
    document(node: DocumentNode, context) {
      const { data, errors } = node.value;
      if (data !== undefined && errors !== undefined) context.report('The document has both data and errors.', node);
    },
  },
});
