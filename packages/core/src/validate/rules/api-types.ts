import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { apiRules } from '../../spec/api-rules.ts';
import { apiOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every type is one of the API.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const apiTypes: Rule = defineRule(apiRules, 'api-types', {
  needsApi: true,
  visit: {
    type(node: DocumentNode<string>, context) {
      if (!apiOf(context).types.has(node.value)) context.report(`The API has no type ${show(node.value)}.`, node);
    },
  },
});
