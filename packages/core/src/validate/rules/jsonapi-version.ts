import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The version of the jsonapi object is a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiVersion: Rule = defineRule(documentRules, 'jsonapi-version', {
  misshapen: {
    version: (node, context) => context.report(`version is a string, not ${show(node.value)}.`, node),
  },
});
