import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `jsonapi` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiObject: Rule = defineRule('jsonapi-object', {
  misshapen: {
    jsonapi: (node, context) => context.report(`\`jsonapi\` must be an object, but it is ${show(node.value)}.`, node),
  },
});
