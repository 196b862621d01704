import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `version` of the `jsonapi` object must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiVersion: Rule = defineRule('jsonapi-version', {
  misshapen: {
    version: (node, context) => context.report(`\`version\` must be a string, but it is ${show(node.value)}.`, node),
  },
});
