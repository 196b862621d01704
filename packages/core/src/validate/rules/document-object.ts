import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The root of a document is an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const documentObject: Rule = defineRule(documentRules, 'document-object', {
  misshapen: {
    document: (node, context) => context.report(`A document is an object, not ${show(node.value)}.`, node),
  },
});
