import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * jsonapi is an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiObject: Rule = defineRule(documentRules, 'jsonapi-object', {
  misshapen: {
    jsonapi: (node, context) => context.report(`jsonapi is an object, not ${show(node.value)}.`, node),
  },
});
